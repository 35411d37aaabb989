"""A saved model as a service over HTTP; needs the extra `serve`."""

"""What the textbooks teach and no machine needs: to be read, and to test against. Nothing else imports it."""

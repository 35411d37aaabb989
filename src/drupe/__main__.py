"""`python -m drupe`: the command line."""

from drupe.cli.main import main

if __name__ == "__main__":
    main()

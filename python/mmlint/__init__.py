"""mmlint is a program; this package only starts it as `python -m mmlint`."""

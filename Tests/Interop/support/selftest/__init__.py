"""A watch made of Bumble, so that the phone itself is under test."""

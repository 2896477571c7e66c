"""Hostel mess feedback portal, made with the Python standard library only."""

"""Servers of services that accept rides, and break the rules of HTTP and of their own contracts by a seeded plan."""

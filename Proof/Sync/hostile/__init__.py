"""Servers of services that take rides, and break the rules of HTTP and of their own contracts by a seeded plan."""

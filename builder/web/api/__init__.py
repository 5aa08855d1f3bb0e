"""The HTTP API, version 1: `endpoints` is what an endpoint is, the others are the endpoints by what they are about, and
`openapi` describes all of them.
"""

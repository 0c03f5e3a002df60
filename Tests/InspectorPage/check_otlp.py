#!/usr/bin/env python3
"""Reads spans that `cis-inspect --otlp` has written with the official definitions of OTLP, from the package opentelemetry-proto.

    check_otlp.py FILE…    fails for a field that the definitions do not have, a wrong value, or a span whose parent is not there
"""

import base64
import json
import sys

from google.protobuf import json_format
from opentelemetry.proto.trace.v1.trace_pb2 import TracesData


def with_bytes(value):
    """Ids are hexadecimal in OTLP, but base64 in the JSON of protobuf, which is the only difference."""
    if isinstance(value, list):
        return [with_bytes(element) for element in value]
    if not isinstance(value, dict):
        return value
    ids = ("traceId", "spanId", "parentSpanId")
    return {key: base64.b64encode(bytes.fromhex(inner)).decode() if key in ids else with_bytes(inner) for key, inner in value.items()}


def check(file):
    text = open(file, encoding="utf-8").read()
    data = json_format.ParseDict(with_bytes(json.loads(text)), TracesData())
    spans = [span for resource in data.resource_spans for scope in resource.scope_spans for span in scope.spans]
    known = {(span.trace_id, span.span_id) for span in spans}
    assert spans and len(known) == len(spans), "spans, each with an id of its own"
    for span in spans:
        assert len(span.trace_id) == 16 and len(span.span_id) == 8, f"the ids of {span.name}"
        assert not span.parent_span_id or (span.trace_id, span.parent_span_id) in known, f"the parent of {span.name}"
        assert span.name and span.kind == 1, f"name and kind of {span.name}"
        assert 0 < span.start_time_unix_nano <= span.end_time_unix_nano, f"the times of {span.name}"
    print(f"{file}: {len(spans)} spans")


if len(sys.argv) < 2:
    sys.exit(__doc__)
for file in sys.argv[1:]:
    check(file)

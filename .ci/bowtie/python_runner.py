"""Answers the requests of Bowtie with a validator of Python.

usage: python_runner.py (jsonschema | jsonschema_rs) [--formats]
"""

import json
import sys

import jsonschema
import jsonschema_rs
import referencing
import referencing.jsonschema

DRAFTS = {
    "https://json-schema.org/draft/2020-12/schema": "Draft202012Validator",
    "https://json-schema.org/draft/2019-09/schema": "Draft201909Validator",
    "http://json-schema.org/draft-07/schema#": "Draft7Validator",
    "http://json-schema.org/draft-06/schema#": "Draft6Validator",
    "http://json-schema.org/draft-04/schema#": "Draft4Validator",
}


def with_jsonschema(dialect, schema, documents, formats):
    specification = referencing.jsonschema.specification_with(dialect)
    registry = referencing.Registry().with_resources(
        (uri, referencing.Resource.from_contents(document, default_specification=specification))
        for uri, document in documents.items())
    validator = getattr(jsonschema, DRAFTS[dialect])
    checker = validator.FORMAT_CHECKER if formats else None
    return validator(schema, registry=registry, format_checker=checker).is_valid


def with_jsonschema_rs(dialect, schema, documents, formats):
    def retrieve(uri):
        return documents[uri]

    validator = getattr(jsonschema_rs, DRAFTS[dialect])
    return validator(schema, retriever=retrieve, validate_formats=formats).is_valid


VALIDATORS = {"jsonschema": with_jsonschema, "jsonschema_rs": with_jsonschema_rs}


def run(make, dialect, request, formats):
    case = request["case"]
    try:
        is_valid = make(dialect, case["schema"], case.get("registry", {}), formats)
        results = [{"valid": is_valid(test["instance"])} for test in case["tests"]]
        return {"seq": request["seq"], "results": results}
    except BaseException as error:  # a Rust panic is not an `Exception`
        return {"seq": request["seq"], "errored": True, "context": {"message": repr(error)}}


def main():
    make, formats = VALIDATORS[sys.argv[1]], "--formats" in sys.argv
    dialect = None
    for line in sys.stdin:
        request = json.loads(line)
        match request["cmd"]:
            case "start":
                response = {"version": 1, "implementation": {"dialects": list(DRAFTS)}}
            case "dialect":
                dialect = request["dialect"]
                response = {"ok": dialect in DRAFTS}
            case "run":
                response = run(make, dialect, request, formats)
            case _:
                return
        print(json.dumps(response), flush=True)


main()

"""A validator of draft 2020-12 with patterns as ECMA-262 has them."""

import jsonschema
import regress


def pattern(validator, text, instance, schema):
    """The keyword `pattern`, by ECMA-262 with the flag u."""
    if validator.is_type(instance, "string"):
        if regress.Regex(text, "u").find(instance) is None:
            yield jsonschema.ValidationError(f"{instance!r} does not match {text!r}")


Validator = jsonschema.validators.extend(jsonschema.Draft202012Validator, {"pattern": pattern})

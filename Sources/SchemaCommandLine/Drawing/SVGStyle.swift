/// The parts that all pictures share.
enum SVGStyle {
  /// The style sheet, for light and dark backgrounds.
  ///
  /// Its rules apply to these pictures alone, so that a picture can be embedded in a page. It has
  /// no variables, which some viewers of SVG do not support.
  static let sheet: SVGMarkup = """
    .schema-drawing { color-scheme: light dark; }
    .schema-drawing text {
      font-family: ui-sans-serif, system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif;
      font-size: 11.5px; fill: #5b6472; white-space: pre;
    }
    .schema-drawing .title { font-size: 15px; font-weight: 650; fill: #161a21; }
    .schema-drawing .label { font-size: 11px; }
    .schema-drawing .name, .schema-drawing .optional, .schema-drawing .type, .schema-drawing .link {
      font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
      font-size: 13px;
    }
    .schema-drawing .name { fill: #161a21; }
    .schema-drawing .optional { fill: #c2410c; font-weight: 700; }
    .schema-drawing .type { fill: #5b6472; }
    .schema-drawing .link { fill: #1d4ed8; }
    .schema-drawing .page { fill: #f6f7f9; }
    .schema-drawing .card { fill: #ffffff; }
    .schema-drawing .frame { fill: none; stroke: #c3c9d4; pointer-events: none; }
    .schema-drawing .root .frame { stroke: #1d4ed8; stroke-width: 2; }
    .schema-drawing .inline .frame { stroke: #8a94a6; stroke-dasharray: 5 4; }
    .schema-drawing .head { fill: #eaeef7; }
    .schema-drawing .union .head { fill: #f2eafc; }
    .schema-drawing .root .head { fill: #dbe6ff; }
    .schema-drawing .inline .head { fill: #f1f3f6; }
    .schema-drawing .rule { stroke: #edeff3; fill: none; }
    .schema-drawing .hit { fill: none; pointer-events: all; }
    .schema-drawing .arrow {
      fill: none; stroke: #8a94a6; stroke-width: 1.6; marker-end: url(#schema-drawing-arrow);
    }
    .schema-drawing .recursive {
      stroke: #d9480f; stroke-dasharray: 6 4; marker-end: url(#schema-drawing-return);
    }
    .schema-drawing .tip { fill: #8a94a6; }
    .schema-drawing .return { fill: #d9480f; }
    @media (prefers-color-scheme: dark) {
      .schema-drawing text { fill: #9aa5b8; }
      .schema-drawing .title, .schema-drawing .name { fill: #e8ecf3; }
      .schema-drawing .optional { fill: #ff9f68; }
      .schema-drawing .type { fill: #9aa5b8; }
      .schema-drawing .link { fill: #8fb4ff; }
      .schema-drawing .page { fill: #0e1116; }
      .schema-drawing .card { fill: #171c24; }
      .schema-drawing .frame { stroke: #3a4454; }
      .schema-drawing .root .frame { stroke: #7aa5ff; }
      .schema-drawing .inline .frame { stroke: #77839a; }
      .schema-drawing .head { fill: #222a36; }
      .schema-drawing .union .head { fill: #2e2540; }
      .schema-drawing .root .head { fill: #1f2f55; }
      .schema-drawing .inline .head { fill: #1d232c; }
      .schema-drawing .rule { stroke: #252c37; }
      .schema-drawing .arrow { stroke: #77839a; }
      .schema-drawing .recursive { stroke: #ff8a4c; }
      .schema-drawing .tip { fill: #77839a; }
      .schema-drawing .return { fill: #ff8a4c; }
    }

    """

  /// The heads of arrows.
  static let markers: SVGMarkup = """
    <defs>
    <marker id="schema-drawing-arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="9" \
    markerHeight="9" markerUnits="userSpaceOnUse" orient="auto"><path class="tip" \
    d="M0 0.5L10 5L0 9.5Z"/></marker>
    <marker id="schema-drawing-return" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="9" \
    markerHeight="9" markerUnits="userSpaceOnUse" orient="auto"><path class="return" \
    d="M0 0.5L10 5L0 9.5Z"/></marker>
    </defs>
    """
}

// SPDX-License-Identifier: Apache-2.0
// The style sheet of HTML reports. Colours of runs are those of the desktop: Okabe and Ito's set, with the
// lightness moved so that each stands out from its ground.
#pragma once

namespace laptime {

constexpr const char* report_style = R"css(
:root { color-scheme: light dark; --ground: #ffffff; --text: #1c2024; --quiet: #5c656f; --rule: #dde1e6;
  --panel: #f5f7f9; --good: #00704f; --bad: #b03a00;
  --c0: #0072b2; --c1: #cf5400; --c2: #00906a; --c3: #b8568c; --c4: #b87a00; --c5: #3893ca; --c6: #8f8600; --c7: #3a3f45; }
@media (prefers-color-scheme: dark) { :root { --ground: #16191d; --text: #e4e8ec; --quiet: #9aa4ae; --rule: #343b43;
  --panel: #1f242a; --good: #3fc79d; --bad: #ff9a5c;
  --c0: #3d98de; --c1: #ec7426; --c2: #1fb88c; --c3: #db8dba; --c4: #f0ad1e; --c5: #8fd0f5; --c6: #f0e442; --c7: #c4c9d0; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--ground); max-width: 1040px;
  margin: 32px auto; padding: 0 24px; }
h1 { font-size: 24px; margin: 0; } h2 { font-size: 17px; margin: 32px 0 8px; }
.quiet, figcaption, .legend { color: var(--quiet); } .good { color: var(--good); } .bad { color: var(--bad); }
.verdict { background: var(--panel); border-left: 4px solid var(--c0); padding: 12px 16px; margin: 12px 0; }
.verdict.warn { border-color: var(--bad); } .verdict b { font-size: 20px; margin-right: 12px; }
.verdict p { margin: 4px 0 0; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 4px 16px 4px 0; text-align: right; border-bottom: 1px solid var(--rule); white-space: nowrap; }
th { color: var(--quiet); font-weight: 500; } th.t, td.t { text-align: left; } tr.mark td:first-child { color: var(--bad); }
tr.mark td:first-child::before { content: "▸ "; } td.t { white-space: normal; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(400px, 1fr)); gap: 16px; }
figure { margin: 0; } svg { width: 100%; height: auto; font: 11px system-ui, sans-serif; } svg text { fill: var(--quiet); }
.end { text-anchor: end; } .middle { text-anchor: middle; }
.grid { stroke: var(--rule); fill: none; } .axis { stroke: var(--quiet); fill: none; }
.line { fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linejoin: round; } .band { fill: currentColor; opacity: .2; }
circle { fill: currentColor; } .d1 { stroke-dasharray: 6 3; } .d2 { stroke-dasharray: 2 2; } .d3 { stroke-dasharray: 6 2 2 2; }
.c0 { color: var(--c0); } .c1 { color: var(--c1); } .c2 { color: var(--c2); } .c3 { color: var(--c3); }
.c4 { color: var(--c4); } .c5 { color: var(--c5); } .c6 { color: var(--c6); } .c7 { color: var(--c7); }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: 4px 16px; padding: 0; margin: 0; font-size: 13px; }
.key { width: 24px; height: 8px; margin-right: 6px; }
.bar { display: flex; height: 16px; margin: 2px 0 8px; } .bar span { background: currentColor; min-width: 1px; }
.swatch { display: inline-block; width: 10px; height: 10px; background: currentColor; margin-right: 6px; }
@media print { body { margin: 0; max-width: none; } figure, table { break-inside: avoid; } }
)css";

} // namespace laptime

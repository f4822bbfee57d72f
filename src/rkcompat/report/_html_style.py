"""The style of the HTML report: system fonts, light and dark, one column on a phone."""

STYLE = """
:root { color-scheme: light dark; --page: #ffffff; --ink: #1b1f24; --soft: #57606a; --line: #d0d7de; --box: #f6f8fa;
  --bad: #b3261e; --bad-box: #fdecea; --warn: #7a4d00; --warn-box: #fff4d6; --good: #11632a; --good-box: #e3f6e8;
  --link: #0550ae; }
@media (prefers-color-scheme: dark) { :root { --page: #0f1419; --ink: #e6eaef; --soft: #a3adb8; --line: #3a444f;
  --box: #1a2129; --bad: #ff9a90; --bad-box: #3a1715; --warn: #f3c25b; --warn-box: #35280b; --good: #7fd79a;
  --good-box: #12301c; --link: #86b7ff; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; padding: 1rem; max-width: 56rem; background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0; }
h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; padding-bottom: .2rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 0 0 .3rem; }
p { margin: .4rem 0; }
a { color: var(--link); }
code, pre { font: .9em/1.45 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; background: var(--box); }
code { padding: .1em .3em; border-radius: .25rem; }
pre { margin: .4rem 0 0; padding: .6rem; border: 1px solid var(--line); white-space: pre-wrap; }
.soft { color: var(--soft); }
.verdict { padding: 1rem; border: 1px solid var(--line); border-left: .5rem solid currentColor; border-radius: .4rem; }
.verdict p { color: var(--ink); }
.incompatible, .error { color: var(--bad); background: var(--bad-box); }
.undetermined, .warning { color: var(--warn); background: var(--warn-box); }
.compatible { color: var(--good); background: var(--good-box); }
.info, .waived { color: var(--ink); background: var(--box); }
.tag { display: inline-block; padding: 0 .5em; border: 1px solid currentColor; border-radius: 1em; font-size: .85rem;
  font-weight: 600; }
.block { margin: .8rem 0; padding: .8rem 1rem; border: 1px solid var(--line); border-radius: .4rem; }
ol.steps > li { margin: .6rem 0; }
dl { display: grid; grid-template-columns: minmax(5.5rem, max-content) 1fr; gap: .15rem .9rem; margin: .5rem 0 0; }
dt { color: var(--soft); }
dd { margin: 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .4rem .6rem; border: 1px solid var(--line); text-align: left; vertical-align: top; min-width: 7rem;
  overflow-wrap: normal; }
thead th { background: var(--box); }
td.new { font-weight: 700; }
summary { cursor: pointer; padding: .3rem 0; }
figure { margin: .5rem 0; max-width: 28rem; }
svg { display: block; width: 100%; height: auto; font-family: inherit; }
svg .part { fill: var(--box); stroke: var(--line); }
svg .part.violated { fill: var(--bad-box); stroke: var(--bad); stroke-width: 2; }
svg .part.undetermined, svg .part.warned { fill: var(--warn-box); stroke: var(--warn); stroke-width: 2; }
svg text { fill: var(--ink); font-size: 15px; }
svg .name { font-weight: 600; }
svg .small { fill: var(--soft); font-size: 13px; }
svg .mark.violated { fill: var(--bad); font-weight: 700; }
svg .mark.undetermined, svg .mark.warned { fill: var(--warn); font-weight: 700; }
svg .link { fill: none; stroke: var(--soft); stroke-width: 1.5; }
svg .link.violated { stroke: var(--bad); stroke-width: 3.5; }
svg .link.warned { stroke: var(--warn); stroke-width: 2.5; }
svg .link.undetermined { stroke: var(--warn); stroke-width: 2.5; stroke-dasharray: 6 4; }
svg .full { fill: var(--link); }
svg .badge { fill: var(--page); }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .3rem; }
  body { padding: .6rem; } .block { padding: .6rem; } }
@media print { body { max-width: none; } .wide { overflow: visible; } }
"""

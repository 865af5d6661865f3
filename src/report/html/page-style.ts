/** Small enough to be part of the page, which must open anywhere without a network. */
export const pageStyle = `
:root { color-scheme: light dark; --ink: #1b2430; --soft: #566273; --paper: #fff; --line: #d9dee5; --band: #f4f6f9;
  --accent: #0b5cab; --urgent: #b3261e; --on-urgent: #fff; --important: #8a5a00; --lane: #8b97a6;
  --s1: #0b5cab; --s2: #c2560a; --s3: #17803d; --s4: #8b3fb0; --s5: #a3233f; --s6: #7b8794; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ee; --soft: #a9b4c2; --paper: #12171d; --line: #333d4a;
  --band: #1a2129; --accent: #7db8f5; --urgent: #ff8a80; --on-urgent: #1b0604; --important: #f0b95a; --lane: #76828f;
  --s1: #6fb1f3; --s2: #f0975a; --s3: #5fca86; --s4: #cf95ea; --s5: #f27a92; --s6: #95a1ae; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 54rem; padding: 1.5rem 1rem 3rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
.car h3 { font-size: 1.4rem; margin: 0; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0; }
h2 { font-size: 1.3rem; margin: 2.6rem 0 .7rem; border-bottom: 1px solid var(--line); padding-bottom: .3rem; }
h3 { font-size: 1.02rem; margin: 1.3rem 0 .2rem; }
p { margin: .4rem 0; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
code { font: .9em ui-monospace, monospace; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
small, .soft { color: var(--soft); }
.car { border: 1px solid var(--line); border-left: .4rem solid var(--accent); border-radius: .4rem; padding: 1rem 1.2rem; }
.banner { background: var(--urgent); color: var(--on-urgent); border-radius: .4rem; padding: .8rem 1.2rem; margin: 1rem 0; }
.banner strong { display: block; font-size: 1.2rem; }
.summary { list-style: none; margin: 0; padding: 0; }
.summary li { padding: .5rem .8rem; margin: .4rem 0; border-left: .3rem solid var(--line); background: var(--band); }
.summary .urgent { border-color: var(--urgent); }
.summary .important { border-color: var(--important); }
.tag { color: var(--urgent); font-weight: 700; }
.figures { display: flex; flex-wrap: wrap; gap: .5rem; margin: .8rem 0; }
.figures div { display: flex; flex-direction: column-reverse; flex: 1 1 5.5rem; background: var(--band); border-radius: .4rem;
  padding: .5rem .8rem; }
.figures dt { color: var(--soft); font-size: .9rem; }
.figures dd { margin: 0; font-size: 1.4rem; font-weight: 700; }
article { break-inside: avoid; }
figure { margin: 1.3rem 0; break-inside: avoid; }
figcaption { font-weight: 600; margin-bottom: .5rem; }
figure svg { display: block; overflow: visible; }
.legend { list-style: none; margin: .5rem 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: .1rem 1.2rem; font-size: .9rem; }
.legend svg { display: inline; }
.grid { stroke: var(--line); }
.lane { stroke: var(--lane); stroke-width: 2; }
.tick { font-size: 12px; fill: var(--soft); }
.label { font-size: 13px; fill: var(--ink); }
.strong { fill: var(--ink); font-weight: 700; }
.dot { fill: var(--accent); stroke: var(--paper); stroke-width: 2; }
.dot.urgent { fill: var(--urgent); }
.span { fill: var(--accent); }
.span.over { fill: var(--lane); }
.mark { fill: var(--ink); stroke: var(--paper); }
.now { stroke: var(--urgent); stroke-width: 2; stroke-dasharray: 5 3; }
.s1 { fill: var(--s1); } .s2 { fill: var(--s2); } .s3 { fill: var(--s3); } .s4 { fill: var(--s4); } .s5 { fill: var(--s5); }
.s6 { fill: var(--s6); }
rect[class^=s] { stroke: var(--paper); stroke-width: 1; }
summary { cursor: pointer; color: var(--accent); padding: .2rem 0; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .35rem .8rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
thead th { color: var(--soft); font-size: .9rem; }
tbody th { font-weight: 600; }
td.amount, th.amount { text-align: right; }
td.amount { white-space: nowrap; }
.wide { overflow-x: auto; }
.wide table { min-width: 34rem; }
.foot { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: .6rem; font-size: .88rem; color: var(--soft); }
@media print { :root { color-scheme: light; --ink: #000; --soft: #444; --paper: #fff; --line: #bbb; --urgent: #900;
  --on-urgent: #fff; --important: #640; --band: #fff; --accent: #0b5cab; --lane: #777; } body { max-width: none; padding: 0;
  font-size: 10pt; } h2 { break-after: avoid; } a { color: inherit; text-decoration: none; } svg, .banner, .legend {
  print-color-adjust: exact; -webkit-print-color-adjust: exact; } section > details::details-content,
  figure > details::details-content { content-visibility: visible; display: block; } article details, .summary a { display: none; }
  @page { margin: 15mm; } }
`;

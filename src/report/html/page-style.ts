/** Small enough to be part of the page, which must open anywhere without a network. */
export const pageStyle = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #5a636e; --paper: #fff; --line: #d8dde3; --urgent: #b3261e;
  --important: #8a5a00; --band: #f4f6f8; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ec; --soft: #a2abb5; --paper: #14171a; --line: #363c43;
  --urgent: #ff8a80; --important: #f0b95a; --band: #1d2125; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 54rem; padding: 1.5rem 1rem 3rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0; }
h2 { font-size: 1.2rem; margin: 2.2rem 0 .6rem; border-bottom: 1px solid var(--line); padding-bottom: .2rem; }
h3 { font-size: 1rem; margin: 1.2rem 0 .2rem; }
p { margin: .3rem 0; }
a { color: inherit; }
small, .soft { color: var(--soft); }
.summary { list-style: none; margin: 0; padding: 0; }
.summary li { padding: .5rem .8rem; margin: .4rem 0; border-left: .3rem solid var(--line); background: var(--band); }
.summary .urgent { border-color: var(--urgent); }
.summary .important { border-color: var(--important); }
.tag { color: var(--urgent); font-weight: 700; }
article { break-inside: avoid; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td.amount, th.amount { text-align: right; white-space: nowrap; }
.wide { overflow-x: auto; }
footer { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: .6rem; font-size: .85rem; color: var(--soft); }
@media print { :root { color-scheme: light; --ink: #000; --soft: #444; --paper: #fff; --line: #bbb; --urgent: #900;
  --important: #640; --band: #fff; } body { max-width: none; padding: 0; font-size: 10pt; } h2 { break-after: avoid; }
  a { text-decoration: none; } @page { margin: 15mm; } }
`;

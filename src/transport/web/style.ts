import { pageStyle } from '../../report/html/page-style.ts';

/** The look of the report, and what only the site has. */
export const siteStyle = `${pageStyle}
body { max-width: none; padding: 0; }
.bar, main, .end { max-width: 62rem; margin: 0 auto; padding: 0 1.2rem; }
.bar { display: flex; flex-wrap: wrap; gap: .3rem 1.3rem; align-items: baseline; padding-top: 1rem; padding-bottom: 1rem; }
.bar a { text-decoration: none; padding: .25rem 0; }
.bar a:hover, .bar a[aria-current] { text-decoration: underline; text-underline-offset: .3em; }
.bar .name { font-weight: 800; font-size: 1.15rem; color: var(--ink); margin-right: auto; }
@media (max-width: 34rem) { .bar .name { flex-basis: 100%; } }
main { padding-top: 1rem; padding-bottom: 2rem; }
.end { border-top: 1px solid var(--line); padding-top: 1rem; padding-bottom: 2rem; font-size: .9rem; color: var(--soft); }
.end ul { list-style: none; padding: 0; margin: 0 0 .8rem; display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; }
[hidden] { display: none !important; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: .5rem; background: var(--paper); padding: .5rem; z-index: 1; }
.test { background: #f5d76e; color: #2b2200; padding: .5rem 1.2rem; text-align: center; margin: 0; }
.lead { font-size: 1.2rem; max-width: 44rem; }
.hero { padding: 1.5rem 0 .5rem; }
.hero h1 { font-size: clamp(2rem, 6vw, 3.1rem); line-height: 1.1; max-width: 44rem; letter-spacing: -.02em; }
.actions { display: flex; flex-wrap: wrap; gap: .7rem; margin: 1.3rem 0; }
.button, button { display: inline-block; font: inherit; font-weight: 600; border: 1px solid var(--accent); border-radius: .4rem;
  padding: .6rem 1.1rem; background: var(--paper); color: var(--accent); text-decoration: none; cursor: pointer; min-height: 44px; }
.button.main, button.main { background: var(--accent); color: var(--paper); }
button:disabled { opacity: .55; cursor: default; }
.prices { list-style: none; margin: 1rem 0; padding: 0; display: grid; gap: .8rem;
  grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr)); }
.prices li { border: 1px solid var(--line); border-radius: .5rem; padding: .9rem 1.1rem; }
.prices li.whole { border: 2px solid var(--accent); }
.prices h3 { margin: 0; display: flex; justify-content: space-between; gap: 1rem; }
.prices .price { font-variant-numeric: tabular-nums; }
.framed { border: 1px solid var(--line); border-radius: .6rem; padding: 1.2rem; }
pre { background: var(--band); border: 1px solid var(--line); border-radius: .4rem; padding: .9rem; overflow-x: auto; margin: .4rem 0;
  font: .86rem/1.5 ui-monospace, monospace; }
.code { position: relative; }
.code button { position: absolute; right: .4rem; top: .4rem; padding: .2rem .7rem; min-height: 32px; font-size: .85rem; }
@media (max-width: 40rem) { .code { display: flex; flex-direction: column; } .code button { position: static; order: -1; align-self: end; } }
.terms code { overflow-wrap: anywhere; }
.dots { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .3rem 1.4rem; }
.good::before { content: "\\2713  "; color: var(--s3); font-weight: 700; }
.idle::before { content: "\\2013  "; color: var(--soft); }
.bad::before { content: "!  "; color: var(--urgent); font-weight: 700; }
.grids text { text-anchor: middle; font: 600 15px system-ui, sans-serif; }
.grids .rate { font-weight: 400; font-size: 13px; }
.grids svg { max-width: 46rem; }
.t0 { fill: #e3f1e6; } .t1 { fill: #cfe3f6; } .t2 { fill: #9cc6ee; } .t3 { fill: #2f74b5; } .t4 { fill: #0d3b66; }
.t0 ~ text, .t1 ~ text, .t2 ~ text { fill: #14202e; } .t3 ~ text, .t4 ~ text { fill: #fff; }
label { font-weight: 600; display: block; }
input, select { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--lane); border-radius: .35rem;
  padding: .55rem .7rem; min-height: 44px; width: 100%; max-width: 26rem; }
input.vin { font-family: ui-monospace, monospace; letter-spacing: .06em; text-transform: uppercase; }
.fields small { display: block; margin-top: .2rem; }
.fields { display: grid; gap: 1rem; margin: 1rem 0; }
.lead + .message, h1 + .lead { margin-top: .8rem; }
.message { margin: 1rem 0; padding: .6rem .9rem; border-left: .3rem solid var(--accent); background: var(--band); }
.message.bad { border-color: var(--urgent); }
.message:empty { display: none; }
.total { font-weight: 700; }
@media print { .bar, .end, .skip, .actions, .test, .noprint { display: none; } main { padding: 0; max-width: none; } }
`;

/** The whole style of the reference page; light or dark as the reader's system is. */
export const style = `
:root{color-scheme:light dark;--ink:#1b2430;--soft:#566273;--line:#d9dee5;--page:#fff;--accent:#0b5cab;--paid:#8a4b00;--free:#17652f}
@media (prefers-color-scheme:dark){:root{--ink:#e4e8ee;--soft:#a3afbf;--line:#333d4a;--page:#12171d;--accent:#7db8f5;--paid:#f0b060;--free:#7fd49a}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.55 system-ui,sans-serif}
a{color:var(--accent)}
a:focus-visible,summary:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;background:var(--page);padding:.5rem}
header,main,footer{max-width:64rem;margin:0 auto;padding:1.5rem 1.25rem}
h1{margin:0;font-size:2rem}h2{margin:3rem 0 .5rem;border-bottom:1px solid var(--line);padding-bottom:.3rem}
h3{margin:2.5rem 0 .25rem;font-size:1.1rem}
code{font:.86em/1.5 ui-monospace,monospace}
nav ul{columns:16rem;list-style:none;padding:0;margin:0}nav li{margin:.1rem 0}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.92rem}
th,td{text-align:left;vertical-align:top;padding:.4rem .8rem .4rem 0;border-bottom:1px solid var(--line)}
th{color:var(--soft);font-weight:600}
.path{font:600 1.05rem ui-monospace,monospace;overflow-wrap:anywhere}
.tag{display:inline-block;border:1px solid currentColor;border-radius:99px;padding:0 .6rem;font-size:.8rem}
.paid{color:var(--paid)}.free{color:var(--free)}.soft{color:var(--soft)}
details{margin:.6rem 0}summary{cursor:pointer;color:var(--accent)}
dt>i,td>i{color:var(--soft);font-style:normal}.lines{white-space:pre-line}
dl{margin:.3rem 0 .3rem .2rem;border-left:2px solid var(--line);padding-left:.9rem;font-size:.92rem}
dt{margin-top:.35rem}dd{margin:0 0 0 1rem}
`.trim();

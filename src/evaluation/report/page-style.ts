/** The style of the page: calm, in light and dark, and readable on paper. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--paper:#fbfaf7;--card:#f3f0e9;--ink:#1c1b22;--soft:#5d584e;--line:#ddd8cd;--main:#1f4f8f;--warm:#96590f}
@media(prefers-color-scheme:dark){:root{--paper:#16151a;--card:#201e25;--ink:#e9e6df;--soft:#b3ada1;--line:#3a3741;--main:#8fb8ee;--warm:#e0a56b}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 ui-sans-serif,system-ui,sans-serif}
main{max-width:52rem;margin:0 auto;padding:3rem 1.25rem 5rem}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .25rem;overflow-wrap:anywhere}
h2{font-size:1.2rem;margin:3rem 0 .5rem}
p{margin:.5rem 0;max-width:44rem}
.soft{color:var(--soft)}
.advice{background:var(--card);border-radius:.6rem;padding:1rem 1.25rem;margin:1.5rem 0}
.advice p{margin:.4rem 0}
.advice p:first-child{font-size:1.1rem}
svg{display:block;width:100%;height:auto;max-width:30rem;margin:1rem 0}
svg text{font:12.5px ui-sans-serif,system-ui,sans-serif;fill:var(--soft);paint-order:stroke;stroke:var(--paper);stroke-width:4px}
svg .grid{stroke:var(--line)}svg .equal{stroke:var(--soft);stroke-dasharray:4 4}svg .whisker{stroke:var(--main);stroke-width:2;opacity:.5}
svg .curve{fill:none;stroke:var(--main);stroke-width:1.5;opacity:.5}svg circle{fill:var(--main)}svg circle.panel{fill:var(--warm)}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums;width:100%}
th,td{padding:.35rem .6rem;text-align:right;border-bottom:1px solid var(--line);vertical-align:top}
th:first-child,td:first-child{text-align:left}
thead th{font-weight:600;color:var(--soft)}
tbody th{font-weight:500;min-width:5.5rem;overflow-wrap:anywhere}
td{white-space:nowrap}
@media(max-width:40rem){table{font-size:.78rem}th,td{padding:.35rem .15rem}td{white-space:normal}}
.mistakes{padding-left:1.5rem}.mistakes li{margin:1rem 0;padding-bottom:1rem;border-bottom:1px solid var(--line);overflow-wrap:anywhere}.mistakes p{margin:.2rem 0}
td.bar{width:30%;min-width:5rem;vertical-align:middle}.bar div{position:relative;height:.7rem}
.bar i{position:absolute;top:.15rem;height:.4rem;border-radius:.2rem;background:var(--main);opacity:.45}
.bar .dot{top:0;width:.7rem;height:.7rem;margin-left:-.35rem;border-radius:50%;opacity:1}.bar .line{top:-.4rem;width:2px;height:1.5rem;background:var(--warm);opacity:1}
details{margin:.5rem 0}summary{cursor:pointer;color:var(--soft);font-size:.9rem}
footer{margin-top:4rem;font-size:.85rem;color:var(--soft);border-top:1px solid var(--line);padding-top:1rem}
@media print{main{padding:0}}
`

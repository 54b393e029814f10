/** The style of the page: calm, in light and dark, and readable on paper. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--paper:#fbfaf7;--card:#f3f0e9;--ink:#1c1b22;--soft:#5d584e;--line:#ddd8cd;--main:#1f4f8f;--warm:#96590f;--good:#256644;--quiet:#8f887a;--shade:31 79 143}
@media(prefers-color-scheme:dark){:root{--paper:#16151a;--card:#201e25;--ink:#e9e6df;--soft:#b3ada1;--line:#3a3741;--main:#8fb8ee;--warm:#e0a56b;--good:#7cc9a4;--quiet:#7d7787;--shade:143 184 238}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 ui-sans-serif,system-ui,sans-serif}
main{max-width:52rem;margin:0 auto;padding:3rem 1.25rem 5rem}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .25rem;overflow-wrap:anywhere}
h2{font-size:1.2rem;margin:3rem 0 .5rem}
p{margin:.5rem 0;max-width:44rem}
.soft,figcaption{color:var(--soft)}
.advice{background:var(--card);border-radius:.6rem;padding:1rem 1.25rem;margin:1.5rem 0}
.advice p{margin:.4rem 0}
.advice p:first-child{font-size:1.1rem}
figure{margin:1rem 0}
figcaption{font-size:.9rem}
svg{display:block;width:100%;height:auto;max-width:30rem}
svg text{font:12.5px ui-sans-serif,system-ui,sans-serif;fill:var(--ink)}
svg text.soft{fill:var(--soft)}svg text.strong{font-weight:600}
svg text.over{paint-order:stroke;stroke:var(--paper);stroke-width:4px}
.grid{stroke:var(--line)}.zero{stroke:var(--quiet);stroke-dasharray:4 4}
.whisker{stroke-width:2;opacity:.55}.whisker.member{stroke:var(--main)}.whisker.pair{stroke:var(--good)}.whisker.panel{stroke:var(--warm)}
circle.member{fill:var(--main)}circle.pair{fill:var(--good);opacity:.55}circle.panel{fill:var(--warm)}circle.cheap{fill:var(--paper);stroke:var(--main);stroke-width:2}
.curve{stroke:var(--warm);stroke-width:1.5;opacity:.5}.bar{fill:var(--main);opacity:.8}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums;width:100%}
caption{text-align:left;color:var(--soft);padding:.25rem 0}
th,td{padding:.35rem .6rem;text-align:right;border-bottom:1px solid var(--line);vertical-align:top}
th:first-child,td:first-child{text-align:left}
thead th{font-weight:600;color:var(--soft)}
tbody th{font-weight:500;min-width:5.5rem;overflow-wrap:anywhere}
td{white-space:nowrap}
@media(max-width:40rem){table{font-size:.78rem}th,td{padding:.35rem .15rem}td{white-space:normal}}
.mistakes{padding-left:1.5rem}.mistakes li{margin:1rem 0;padding-bottom:1rem;border-bottom:1px solid var(--line);overflow-wrap:anywhere}.mistakes p{margin:.2rem 0}
.matrix td{text-align:center}
details{margin:.5rem 0}summary{cursor:pointer;color:var(--soft);font-size:.9rem}
.key{display:inline-block;width:.7em;height:.7em;border-radius:50%;margin-right:.3em}
footer{margin-top:4rem;font-size:.85rem;color:var(--soft);border-top:1px solid var(--line);padding-top:1rem}
@media print{main{padding:0}details{display:block}}
`

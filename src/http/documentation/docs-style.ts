/** The style of the documentation page; the content security policy allows it by its digest. */
export const STYLE = `
:root{color-scheme:light dark;--ink:#1c1b22;--paper:#fbfaf7;--card:#f1eee6;--line:#ddd8cd;--soft:#625d53;--get:#23603f;--post:#80430f;--delete:#9b2c2c;--link:#1f4f8f}
@media(prefers-color-scheme:dark){:root{--ink:#e9e6df;--paper:#16151a;--card:#201e25;--line:#3a3741;--soft:#aaa498;--get:#7cc9a4;--post:#e0a56b;--delete:#e58a8a;--link:#8fb8ee}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;font:16px/1.55 ui-serif,Georgia,serif;color:var(--ink);background:var(--paper);overflow-wrap:anywhere;display:grid;grid-template:"head head" auto "nav main" 1fr/17rem minmax(0,1fr);gap:0 2rem;padding:0 1.5rem}
header{grid-area:head;border-bottom:1px solid var(--line);padding:1rem 0}
h1{margin:0;font-size:1.6rem}header p{margin:.2rem 0;color:var(--soft)}
nav{grid-area:nav;position:sticky;top:0;align-self:start;max-height:100vh;overflow-y:auto;padding:1rem 0;font-size:.85rem}
nav h2{font-size:.75rem;text-transform:uppercase;letter-spacing:.08em;color:var(--soft);margin:.8rem 0 .2rem}
nav a{display:block;color:inherit;text-decoration:none;padding:.15rem 0}nav a:hover{text-decoration:underline}
main{grid-area:main;padding:1rem 0 4rem;max-width:56rem;min-width:0}
main>h2{margin:2.5rem 0 0;font-size:1.35rem}
article,section.intro{border-bottom:1px solid var(--line);padding:1rem 0}
h3{margin:0;font-size:1.1rem}
h4{margin:1rem 0 .2rem;font-size:.8rem;color:var(--soft);text-transform:uppercase;letter-spacing:.06em}
p{margin:.35rem 0}a{color:var(--link)}
b.GET,b.POST,b.DELETE{font:700 .75em ui-monospace,monospace;letter-spacing:.03em}b.GET{color:var(--get)}b.POST{color:var(--post)}b.DELETE{color:var(--delete)}
code{font:.88em ui-monospace,monospace}
pre{margin:.4rem 0;padding:.6rem .8rem;background:var(--card);border-radius:4px;font:.8rem/1.45 ui-monospace,monospace;white-space:pre-wrap;max-height:26rem;overflow-y:auto}
small{font-size:.7rem;border:1px solid var(--line);border-radius:3px;padding:0 .35rem;color:var(--soft);vertical-align:middle}
summary{cursor:pointer;color:var(--soft);font-size:.9rem;padding:.2rem 0}
table{border-collapse:collapse;width:100%;font-size:.9rem;table-layout:fixed}td{border-top:1px solid var(--line);padding:.25rem .8rem .25rem 0;vertical-align:top}
tr:first-child>td{border-top:0}td:first-child{width:24%}td.type{width:26%}td.status{width:4rem}
td table td:first-child{width:45%}
.note{color:var(--soft);font-size:.85rem}
form{display:grid;gap:.5rem;margin:.4rem 0}label{display:grid;gap:.15rem;font-size:.85rem;color:var(--soft)}
input,textarea,select,button{font:.85rem ui-monospace,monospace;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:4px;padding:.4rem .5rem;width:100%;min-width:0}
textarea{resize:vertical}button{width:auto;justify-self:start;cursor:pointer;padding:.4rem 1rem;color:var(--ink)}
:focus-visible{outline:2px solid var(--link);outline-offset:1px}
[hidden]{display:none}
@media(max-width:48rem){body{grid-template:"head" auto "nav" auto "main" 1fr/minmax(0,1fr);padding:0 1rem}nav{position:static;max-height:none}
table,tbody,tr,td{display:block;width:auto!important}tr{border-top:1px solid var(--line);padding:.35rem 0}td{border:0;padding:0}}
`

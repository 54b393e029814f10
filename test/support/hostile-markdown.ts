/** A text with everything that must not work in a browser; what runs sets `pwned`. */
export const HOSTILE_TEXT = `# Hello <script>pwned = 1</script>

<script>pwned = 2</script>

<img src="https://evil.example/pixel.png" onerror="pwned = 3">
<svg onload="pwned = 4"><a xlink:href="javascript:pwned = 5"><text y="10">x</text></a></svg>
<iframe srcdoc="<script>parent.pwned = 6</script>"></iframe>
<style>body { display: none }</style>
<base href="https://evil.example/"><meta http-equiv="refresh" content="0; url=https://evil.example/">
<form action="https://evil.example/"><input name="key"></form>

[a good link](https://example.org/?a=1&amp;b=2) and ![an image](https://evil.example/image.png) and <me@example.org>

[one](javascript:pwned=7) [two](JaVaScRiPt:pwned=8) [three](java&#115;cript:pwned=9) [four](data:text/html,<script>pwned=10</script>)
[five](vbscript:pwned=11) [six](//evil.example) [seven](/cache/stats) [eight][reference] <javascript:pwned=12>

[reference]: javascript:pwned=13 "onclick=pwned=14"

| <img src=x onerror=pwned=15> | [cell](javascript:pwned=16) |
| --- | --- |
| \`<script>pwned=17</script>\` | **bold \u202Etxet desrever** |

\`\`\`js" onmouseover="pwned=18
const harmless = '</code></pre><script>pwned=19</script>'
\`\`\`

\`\`\`js
const colour = '<b>red</b>'
\`\`\`

${'> '.repeat(200)}deep

${'- '.repeat(100)}deeper

{{constructor.constructor('pwned=20')()}} \${pwned=21} &lt;script&gt;pwned=22&lt;/script&gt;
`

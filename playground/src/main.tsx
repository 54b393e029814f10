import { render } from 'preact'
import { App } from './page/app.tsx'
import { applyTheme, readTheme } from './settings/theme.ts'
import './style/tokens.css'
import './style/page.css'
import './style/form.css'
import './style/home.css'
import './style/settings.css'
import './style/reliability.css'
import './style/run.css'
import './style/web.css'
import './style/models.css'
import './style/details.css'
import './style/standing.css'
import './style/markdown.css'

applyTheme(readTheme())
render(<App />, document.querySelector('#app')!)

import { render } from 'preact'
import './style/tokens.css'

render(<h1>Stretto</h1>, document.body)

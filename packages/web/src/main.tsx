import './theme/tokens.css'
import './theme/colours.css'
import './theme/parts.css'
import './theme/controls.css'
import './app/page.css'
import './sessions/sessions.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { takeLinks } from './app/token-link.ts'
import { createClient } from './client/client.ts'
import { readFailure } from './client/failure.ts'
import { readKeptSettings, toSettings } from './page/kept-settings.ts'
import { applyLook } from './theme/apply-look.ts'
import './theme/tones.css'

// Before anything is awaited, so that nobody sees another theme first.
applyLook(toSettings(readKeptSettings()))

const client = createClient(location.origin)
const element = document.getElementById('page')
const root = element && createRoot(element)
let isLinkWrong = false
let isShown = false

function show(): void {
  root?.render(<App client={client} isLinkWrong={isLinkWrong} />)
}

await takeLinks(async token => {
  try {
    await client.post('login', { token })
    // The server may be another one than that of which this page came.
    if (isShown) location.reload()
  } catch (error) {
    // A page that is not signed in asks for a link by itself.
    isLinkWrong = readFailure(error) === 'unauthorized'
    if (isShown) show()
  }
})
isShown = true
show()

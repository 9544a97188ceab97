import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { takeToken } from './app/take-token.ts'
import { createHttpBackend } from './backend/http-backend.ts'
import './theme/colours.css'
import './app/page.css'
import './sessions/sessions.css'
import './session/session.css'
import './search/search.css'
import './markdown/markdown.css'
import './numbers/numbers.css'
import './doctor/doctor.css'
import './model-view/model.css'
import './chat/chat.css'
import './chat/cards.css'
import './context/context.css'

const backend = createHttpBackend(location.origin)
const link = takeToken(location.href)
if (link) {
  history.replaceState(null, '', link.rest)
  // A token that is refused leads to the sign-in form by itself.
  await backend.login(link.token).catch(() => undefined)
}
const root = document.getElementById('page')
if (root) createRoot(root).render(<App backend={backend} />)

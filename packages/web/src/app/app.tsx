import { type ReactElement, useMemo, useRef, useState } from 'react'
import { ChatView } from '../chat/chat-view.tsx'
import { DoctorView } from '../doctor/doctor-view.tsx'
import { HelpSheet } from '../keyboard/help-sheet.tsx'
import { useCommands } from '../keyboard/use-commands.ts'
import { LANGUAGES } from '../language/language.ts'
import { useLanguage } from '../language/use-language.ts'
import { ModelViewHost } from '../model-view/model-view-host.tsx'
import { NumbersView } from '../numbers/numbers-view.tsx'
import { SearchView } from '../search/search-view.tsx'
import { SessionView } from '../session/session-view.tsx'
import { SessionList } from '../sessions/session-list.tsx'
import { useSessions } from '../sessions/use-sessions.ts'
import { useTheme } from '../theme/use-theme.ts'
import { Login } from './login.tsx'
import { type PageContext, PageContextValue, useTexts } from './page-context.ts'
import type { Route } from './route.ts'
import { TopBar, type TopBarProps } from './top-bar.tsx'
import { useRoute } from './use-route.ts'
import { Welcome } from './welcome.tsx'

/** The page over a backend. */
export function App({ backend }: Pick<PageContext, 'backend'>): ReactElement {
  const [language, setLanguage] = useLanguage()
  const [theme, setTheme] = useTheme()
  const page = useMemo(() => ({ backend, texts: LANGUAGES[language].texts }), [backend, language])
  return (
    <PageContextValue value={page}>
      <Page language={language} onLanguage={setLanguage} theme={theme} onTheme={setTheme} />
    </PageContextValue>
  )
}

function Page(choices: Omit<TopBarProps, 'onHelp' | 'place'>): ReactElement {
  const texts = useTexts()
  const route = useRoute()
  const { state, reload } = useSessions()
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const pageRef = useRef<HTMLDivElement>(null)
  useCommands(pageRef, { help: () => setIsHelpOpen(true) })
  const openId = route.kind === 'session' ? route.id : undefined
  const isRefused = state.failure === 'unauthorized'
  return (
    <div className={`page at-${route.kind}`} ref={pageRef}>
      <button type="button" className="skip" onClick={skipToSession}>
        {texts.skipToSession}
      </button>
      <TopBar {...choices} place={route.kind} onHelp={() => setIsHelpOpen(true)} />
      {!state.isConnected && (
        <p className="banner" role="alert">
          {texts.serverGone}
        </p>
      )}
      {isRefused ? (
        <Login onDone={reload} />
      ) : (
        <div className="panes">
          <SessionList state={state} openId={openId} onReload={reload} />
          <ModelViewHost>
            <Place route={route} rows={state.rows} />
          </ModelViewHost>
        </div>
      )}
      {isHelpOpen && <HelpSheet onClose={() => setIsHelpOpen(false)} />}
    </div>
  )
}

type PlaceProps = { readonly route: Route; readonly rows: ReturnType<typeof useSessions>['state']['rows'] }

function Place({ route, rows }: PlaceProps): ReactElement {
  switch (route.kind) {
    case 'session':
      return <SessionView key={route.id} id={route.id} row={rows.get(route.id)} target={route} />
    case 'search':
      return <SearchView query={route.query} />
    case 'numbers':
      return <NumbersView key={route.id} id={route.id} rows={rows} />
    case 'doctor':
      return <DoctorView key={route.id} id={route.id} />
    case 'chat':
      return <ChatView />
    case 'sessions':
      return <Welcome />
  }
}

/** Moves the focus itself: the hash, by which links skip, is the page's own address. */
function skipToSession(): void {
  document.getElementById('session')?.focus()
}

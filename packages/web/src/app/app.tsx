import { oneLine, stripControl } from '@antiphon/core/ui'
import type { SessionRow } from '@antiphon/server/protocol'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactElement, useMemo, useRef, useState } from 'react'
import { ChatView } from '../chat/chat-view.tsx'
import { DoctorView } from '../doctor/doctor-view.tsx'
import { HelpSheet } from '../keyboard/help-sheet.tsx'
import { useCommands } from '../keyboard/use-commands.ts'
import { LANGUAGES } from '../language/language.ts'
import type { Texts } from '../language/texts.ts'
import { useLanguage } from '../language/use-language.ts'
import { ModelViewHost } from '../model-view/model-view-host.tsx'
import { NumbersView } from '../numbers/numbers-view.tsx'
import { type PageContext, PageContextValue, useTexts } from '../page/page-context.ts'
import { createPageQueries } from '../page/page-queries.ts'
import { usePageTitle, useTitleMark } from '../page/page-title.ts'
import { type Route, useRoute } from '../page/route.ts'
import { SearchView } from '../search/search-view.tsx'
import { SessionView } from '../session/session-view.tsx'
import { SessionList } from '../sessions/session-list.tsx'
import type { SessionsState } from '../sessions/sessions-state.ts'
import { useSessions } from '../sessions/use-sessions.ts'
import { useTheme } from '../theme/use-theme.ts'
import { Login } from './login.tsx'
import { TopBar, type TopBarProps } from './top-bar.tsx'
import { Welcome } from './welcome.tsx'

export type AppProps = Pick<PageContext, 'client'> & {
  /** Whether the link that was opened has the token of another server, or of another time. */
  readonly isLinkWrong?: boolean
}

/** The page over a client. */
export function App({ client, isLinkWrong = false }: AppProps): ReactElement {
  const [language, setLanguage] = useLanguage()
  const [theme, setTheme] = useTheme()
  const [queries] = useState(createPageQueries)
  const page = useMemo(() => ({ client, texts: LANGUAGES[language].texts }), [client, language])
  return (
    <QueryClientProvider client={queries}>
      <PageContextValue value={page}>
        <Page
          isLinkWrong={isLinkWrong}
          language={language}
          onLanguage={setLanguage}
          theme={theme}
          onTheme={setTheme}
        />
      </PageContextValue>
    </QueryClientProvider>
  )
}

type PageProps = Omit<TopBarProps, 'onHelp' | 'place'> & { readonly isLinkWrong: boolean }

function Page({ isLinkWrong, ...choices }: PageProps): ReactElement {
  const texts = useTexts()
  const route = useRoute()
  const { state, reload } = useSessions()
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const pageRef = useRef<HTMLDivElement>(null)
  useCommands(pageRef, { help: () => setIsHelpOpen(true) })
  const openId = route.kind === 'session' ? route.id : undefined
  const isRefused = state.failure === 'unauthorized'
  const row = 'id' in route && route.id !== undefined ? state.rows.get(route.id) : undefined
  usePageTitle(describePlace(route, row, texts))
  useTitleMark([...state.agents.values()].some(agent => agent.state === 'requires_action'))
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
        <Login isLinkWrong={isLinkWrong} onDone={reload} />
      ) : (
        <div className="panes">
          <SessionList state={state} openId={openId} onReload={reload} />
          <ModelViewHost>
            <Place route={route} rows={state.rows} agents={state.agents} />
          </ModelViewHost>
        </div>
      )}
      {isHelpOpen && <HelpSheet onClose={() => setIsHelpOpen(false)} />}
    </div>
  )
}

type PlaceProps = Pick<SessionsState, 'rows' | 'agents'> & { readonly route: Route }

function Place({ route, rows, agents }: PlaceProps): ReactElement {
  switch (route.kind) {
    case 'session':
      return (
        <SessionView
          key={route.id}
          id={route.id}
          row={rows.get(route.id)}
          agent={agents.get(route.id)}
          target={route}
        />
      )
    case 'search':
      return <SearchView query={route.query} />
    case 'numbers':
      return <NumbersView key={route.id} id={route.id} rows={rows} />
    case 'doctor':
      return <DoctorView id={route.id} />
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

/** What a place is called in the window's title; empty for the list of all sessions. */
function describePlace(route: Route, row: SessionRow | undefined, texts: Texts): string {
  const session = row && (clean(row.title || row.firstPrompt || '') || texts.untitled)
  switch (route.kind) {
    case 'sessions':
      return ''
    case 'session':
      return session ?? texts.session
    case 'search':
      return [clean(route.query), texts.search].filter(Boolean).join(' – ')
    case 'chat':
      return texts.chat.newTitle
    case 'numbers':
    case 'doctor':
      return [session, texts[route.kind].title].filter(Boolean).join(' – ')
  }
}

function clean(text: string): string {
  return oneLine(stripControl(text), 100)
}

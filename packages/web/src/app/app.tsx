import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useCallback, useMemo, useRef, useState } from 'react'
import { PagePanel } from '../controls/page-panel.tsx'
import { ToastHost } from '../controls/toast.tsx'
import { HelpSheet } from '../keyboard/help-sheet.tsx'
import { setOwnKeys, useCommands } from '../keyboard/use-commands.ts'
import { LANGUAGES, type Language } from '../language/language.ts'
import { useLanguage } from '../language/use-language.ts'
import { ModelViewHost } from '../model-view/model-view-host.tsx'
import { useNotifications } from '../notifications/use-notifications.ts'
import { useTabMark } from '../notifications/use-tab-mark.ts'
import { PageChoicesValue } from '../page/page-choices.ts'
import { type PageContext, PageContextValue, useTexts } from '../page/page-context.ts'
import { createPageQueries } from '../page/page-queries.ts'
import { PageSettingsValue, useSettingsSource } from '../page/page-settings.ts'
import { usePageTitle, useTitleMark } from '../page/page-title.ts'
import { usePaletteDoor } from '../page/palette-door.ts'
import { goTo, useRoute } from '../page/route.ts'
import { useMay, useYouSource, YouValue } from '../page/you.ts'
import { Palette } from '../palette/palette.tsx'
import { useSessions } from '../sessions/use-sessions.ts'
import type { Theme } from '../theme/theme.ts'
import { useLook } from '../theme/use-look.ts'
import { describePlace } from './describe-place.ts'
import usualIcon from './icon.svg'
import waitsIcon from './icon-waits.svg'
import { JUMP_KEYS } from './jump-keys.ts'
import { Login } from './login.tsx'
import { Place } from './place.tsx'
import css from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { SidebarRail } from './sidebar-rail.tsx'
import { TabBar } from './tab-bar.tsx'
import { useFullRoute } from './use-full-route.ts'
import { useJumpKeys } from './use-jump-keys.ts'
import { useSidebar } from './use-sidebar.ts'

export type AppProps = Pick<PageContext, 'client'> & {
  /** Whether the link that was opened has the token of another server, or of another time. */
  readonly isLinkWrong?: boolean
}

/** The page over a client. */
export function App({ client, isLinkWrong = false }: AppProps): ReactElement {
  const [queries] = useState(createPageQueries)
  return (
    <QueryClientProvider client={queries}>
      <Settled client={client} isLinkWrong={isLinkWrong} />
    </QueryClientProvider>
  )
}

/** The page as the person's settings want it. */
function Settled({ client, isLinkWrong = false }: AppProps): ReactElement {
  const source = useSettingsSource(client)
  const { settings, change } = source
  const you = useYouSource(client)
  const language = useLanguage(settings.language)
  useLook(settings)
  setOwnKeys(settings.keys)
  const page = useMemo(() => ({ client, texts: LANGUAGES[language].texts }), [client, language])
  const choices = useMemo(
    () => ({
      language,
      setLanguage: (chosen: Language) => change({ language: chosen }),
      theme: settings.theme,
      setTheme: (theme: Theme) => change({ theme }),
    }),
    [language, settings.theme, change],
  )
  return (
    <PageContextValue value={page}>
      <YouValue value={you}>
        <PageSettingsValue value={source}>
          <PageChoicesValue value={choices}>
            <ToastHost>
              <Page isLinkWrong={isLinkWrong} />
            </ToastHost>
          </PageChoicesValue>
        </PageSettingsValue>
      </YouValue>
    </PageContextValue>
  )
}

function Page({ isLinkWrong }: { readonly isLinkWrong: boolean }): ReactElement {
  const texts = useTexts()
  const asked = useRoute()
  const { state, reload } = useSessions()
  const full = useFullRoute(asked, state)
  const route = full ?? asked
  const sidebar = useSidebar()
  const mayChat = useMay('chat/open')
  const queries = useQueryClient()
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const [isPaletteOpen, setIsPaletteOpen] = useState(false)
  const openPalette = useCallback(() => setIsPaletteOpen(true), [])
  useJumpKeys(openPalette)
  usePaletteDoor(openPalette)
  const pageRef = useRef<HTMLDivElement>(null)
  const openHelp = (): void => setIsHelpOpen(true)
  useCommands(pageRef, {
    help: openHelp,
    sidebar: sidebar.toggle,
    ...(mayChat && { newChat: () => goTo({ kind: 'chat' }) }),
  })
  const row = 'id' in route && route.id !== undefined ? state.rows.get(route.id) : undefined
  usePageTitle(describePlace(route, row, texts))
  const waiting = [...state.agents.values()].filter(agent => agent.state === 'requires_action').length
  useTitleMark(waiting > 0)
  useTabMark({ waiting, icons: ICONS })
  useNotifications({ agents: state.agents, rows: state.rows, isReady: state.phase === 'ready' })
  const around = { place: route.kind, onJump: openPalette, onHelp: openHelp }
  return (
    <div className={`${css.page} at-${route.kind}`} ref={pageRef}>
      <button type="button" className={css.skip} onClick={skipToContent}>
        {texts.skipToSession}
      </button>
      {!state.isConnected && (
        <p className={css.banner} role="alert">
          {texts.serverGone}
        </p>
      )}
      {state.failure === 'unauthorized' ? (
        <Login
          isLinkWrong={isLinkWrong}
          onDone={() => {
            // Who somebody is, and what they chose, was asked before anybody was known.
            void queries.invalidateQueries()
            reload()
          }}
        />
      ) : (
        <div className={css.shell}>
          {sidebar.isHidden && <SidebarRail {...around} onShow={sidebar.toggle} />}
          <Sidebar
            {...around}
            sidebar={sidebar}
            state={state}
            openId={route.kind === 'session' ? route.id : undefined}
            onReload={reload}
          />
          <div className={css.panel}>
            <ModelViewHost>
              {full ? (
                <Place route={full} rows={state.rows} agents={state.agents} phase={state.phase} />
              ) : (
                <PagePanel label={texts.session}>
                  <p className="note" role="status">
                    {texts.loading}
                  </p>
                </PagePanel>
              )}
            </ModelViewHost>
          </div>
          <TabBar place={route.kind} />
        </div>
      )}
      {isPaletteOpen && (
        <Palette
          rows={state.rows}
          agents={state.agents}
          openId={route.kind === 'session' ? route.id : undefined}
          onClose={() => setIsPaletteOpen(false)}
        />
      )}
      {isHelpOpen && <HelpSheet jumpKeys={JUMP_KEYS.shown} onClose={() => setIsHelpOpen(false)} />}
    </div>
  )
}

const ICONS = { usual: usualIcon, waits: waitsIcon }

/** Moves the focus itself: the hash, by which links skip, is the page's own address. */
function skipToContent(): void {
  document.getElementById('session')?.focus()
}

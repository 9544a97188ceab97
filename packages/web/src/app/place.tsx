import type { ReactElement } from 'react'
import { ChatView } from '../chat/chat-view.tsx'
import { DoctorView } from '../doctor/doctor-view.tsx'
import { HomeView } from '../home/home-view.tsx'
import { NumbersView } from '../numbers/numbers-view.tsx'
import { formatRoute, type Route } from '../page/route.ts'
import { useMay } from '../page/you.ts'
import { SearchView } from '../search/search-view.tsx'
import { SessionView } from '../session/session-view.tsx'
import type { SessionsState } from '../sessions/sessions-state.ts'
import { SettingsView } from '../settings/settings-view.tsx'
import { CompareView } from '../share/compare-view.tsx'
import { ReplayView } from '../share/replay-view.tsx'
import { ShareDialog } from '../share/share-dialog.tsx'

export type PlaceProps = Pick<SessionsState, 'rows' | 'agents' | 'phase'> & { readonly route: Route }

/** What the panel shows where the reader is. */
export function Place({ route, rows, agents, phase }: PlaceProps): ReactElement {
  const mayChat = useMay('chat/open')
  const mayShare = useMay('share/file')
  switch (route.kind) {
    case 'session':
    case 'share':
      return (
        <>
          <SessionView
            key={route.id}
            id={route.id}
            row={rows.get(route.id)}
            agent={agents.get(route.id)}
            target={route.kind === 'session' ? route : {}}
          />
          {route.kind === 'share' && mayShare && <ShareDialog id={route.id} />}
        </>
      )
    case 'replay':
      return <ReplayView key={route.id} id={route.id} />
    case 'compare':
      return <CompareView key={formatRoute(route)} route={route} rows={rows} />
    case 'search':
      return <SearchView query={route.query} />
    case 'usage':
      return <NumbersView key={route.id} id={route.id} rows={rows} />
    case 'doctor':
      return <DoctorView id={route.id} />
    case 'chat':
      // Whoever may talk to no agent comes here only by an address that they were given.
      return mayChat ? <ChatView /> : <HomeView rows={rows} agents={agents} phase={phase} />
    case 'settings':
      return <SettingsView />
    case 'home':
    case 'sessions':
      return <HomeView rows={rows} agents={agents} phase={phase} />
  }
}

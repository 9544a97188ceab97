import { ChartColumn, House, type LucideIcon, MessagesSquare, Search, SquarePen } from 'lucide-react'
import type { ReactElement } from 'react'
import { Icon } from '../controls/icon.tsx'
import type { Texts } from '../language/texts.ts'
import { useTexts } from '../page/page-context.ts'
import { formatRoute, type Route } from '../page/route.ts'
import { useMay } from '../page/you.ts'
import css from './shell.module.css'

type Tab = { readonly route: Route; readonly icon: LucideIcon; readonly name: (texts: Texts) => string }

const TABS: readonly Tab[] = [
  { route: { kind: 'home' }, icon: House, name: texts => texts.shell.home },
  { route: { kind: 'sessions' }, icon: MessagesSquare, name: texts => texts.sessions },
  { route: { kind: 'chat' }, icon: SquarePen, name: texts => texts.shell.newChat },
  { route: { kind: 'search', query: '' }, icon: Search, name: texts => texts.search },
  { route: { kind: 'usage' }, icon: ChartColumn, name: texts => texts.shell.usage },
]

/** The places of a phone, below everything; a session and a chat have the screen for themselves. */
export function TabBar({ place }: { readonly place: Route['kind'] }): ReactElement | null {
  const texts = useTexts()
  const mayChat = useMay('chat/open')
  if (place === 'session' || place === 'chat') return null
  return (
    <nav className={css.tabs} aria-label={texts.shell.tabs}>
      {TABS.filter(({ route }) => mayChat || route.kind !== 'chat').map(({ route, icon, name }) => (
        <a
          key={route.kind}
          href={formatRoute(route)}
          aria-current={route.kind === place ? 'page' : undefined}
        >
          <Icon of={icon} size={20} />
          {name(texts)}
        </a>
      ))}
    </nav>
  )
}

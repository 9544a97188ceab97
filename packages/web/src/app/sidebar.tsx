import {
  ChartColumn,
  CircleUser,
  House,
  Keyboard,
  Laptop,
  type LucideIcon,
  Moon,
  PanelLeft,
  Search,
  Settings,
  SquarePen,
  Stethoscope,
  Sun,
} from 'lucide-react'
import type { ReactElement } from 'react'
import { IconButton } from '../controls/button.tsx'
import { classNames } from '../controls/class-names.ts'
import { Icon } from '../controls/icon.tsx'
import { Keys } from '../controls/marks.tsx'
import type { Texts } from '../language/texts.ts'
import { BellButton } from '../notifications/bell-button.tsx'
import { usePageChoices } from '../page/page-choices.ts'
import { useTexts } from '../page/page-context.ts'
import { useSettings } from '../page/page-settings.ts'
import { formatRoute, type Route } from '../page/route.ts'
import { useIsDark } from '../page/use-is-dark.ts'
import { useMay, useYou } from '../page/you.ts'
import { SessionList } from '../sessions/session-list.tsx'
import type { SessionsState } from '../sessions/sessions-state.ts'
import { BrandMark } from './brand-mark.tsx'
import { JUMP_KEYS } from './jump-keys.ts'
import css from './shell.module.css'
import { SidebarHandle } from './sidebar-handle.tsx'
import type { SidebarState } from './use-sidebar.ts'

export type SidebarProps = {
  readonly sidebar: SidebarState
  readonly place: Route['kind']
  readonly state: SessionsState
  readonly openId: string | undefined
  readonly onReload: () => void
  readonly onJump: () => void
  readonly onHelp: () => void
}

type PlaceLink = { readonly route: Route; readonly icon: LucideIcon; readonly name: (texts: Texts) => string }

const LINKS: readonly PlaceLink[] = [
  { route: { kind: 'home' }, icon: House, name: texts => texts.shell.home },
  { route: { kind: 'search', query: '' }, icon: Search, name: texts => texts.search },
  { route: { kind: 'usage' }, icon: ChartColumn, name: texts => texts.shell.usage },
  { route: { kind: 'doctor' }, icon: Stethoscope, name: texts => texts.doctor.title },
]

const WIDTH = '--w-side' as string // React's type of styles knows no variables

/** The way to everything: the palette, the places, every session, and what is chosen for the whole page. */
export function Sidebar(props: SidebarProps): ReactElement {
  const { sidebar, place, state, openId, onReload, onJump, onHelp } = props
  const texts = useTexts()
  const { settings } = useSettings()
  const mayChat = useMay('chat/open')
  const current = place === 'sessions' ? 'home' : place
  return (
    <aside
      className={classNames(css.side, sidebar.isHidden && css.isHidden)}
      aria-label={texts.shell.sidebar}
      style={{ [WIDTH]: `${sidebar.width}px` }}
    >
      <div className={css.brand}>
        <a className={css.logo} href={formatRoute({ kind: 'home' })}>
          <BrandMark />
          <b>Antiphon</b>
        </a>
        <span className={css.wide}>
          <IconButton
            icon={PanelLeft}
            label={texts.shell.hideSidebar}
            aria-keyshortcuts="["
            onClick={sidebar.toggle}
          />
        </span>
        {mayChat && (
          <a
            className={css.iconLink}
            href={formatRoute({ kind: 'chat' })}
            aria-label={texts.shell.newChat}
            title={texts.shell.newChat}
          >
            <Icon of={SquarePen} />
          </a>
        )}
      </div>
      <button type="button" className={css.jump} aria-keyshortcuts={JUMP_KEYS.name} onClick={onJump}>
        <Icon of={Search} />
        <span>{texts.shell.jump}</span>
        <Keys keys={JUMP_KEYS.shown} />
      </button>
      <nav className={css.places} aria-label={texts.places}>
        <ul>
          {LINKS.map(({ route, icon, name }) => (
            <li key={route.kind}>
              <a href={formatRoute(route)} aria-current={route.kind === current ? 'page' : undefined}>
                <Icon of={icon} />
                <span>{name(texts)}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <SessionList state={state} openId={openId} hidesOneOff={settings.hideOneOff} onReload={onReload} />
      <SidebarFoot onHelp={onHelp} />
      <SidebarHandle sidebar={sidebar} />
    </aside>
  )
}

function SidebarFoot({ onHelp }: { readonly onHelp: () => void }): ReactElement {
  const texts = useTexts()
  const { setTheme } = usePageChoices()
  const isDark = useIsDark()
  const { name, role, isLimited } = useYou()
  return (
    <div className={css.foot}>
      <a
        className={css.iconLink}
        href={formatRoute({ kind: 'settings' })}
        aria-label={texts.shell.settings}
        title={texts.shell.settings}
      >
        <Icon of={Settings} />
      </a>
      <IconButton
        icon={isDark ? Sun : Moon}
        label={isDark ? texts.shell.light : texts.shell.dark}
        onClick={() => setTheme(isDark ? 'light' : 'dark')}
      />
      <BellButton />
      <IconButton icon={Keyboard} label={texts.help} aria-keyshortcuts="?" onClick={onHelp} />
      {name === null ? (
        <span className={css.server} title={texts.shell.server}>
          <Icon of={Laptop} size={14} />
          {location.host}
        </span>
      ) : (
        <span className={css.server} title={texts.shell.you(texts.shell.roles[role], isLimited)}>
          <Icon of={CircleUser} size={14} />
          {name} · {texts.shell.roles[role]}
        </span>
      )}
    </div>
  )
}

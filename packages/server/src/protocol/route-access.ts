import type { AuditAction } from '@antiphon/host'
import type { RoutePath } from './routes.ts'

/** What somebody may do: a reader reads, a driver also has agents work and changes sessions, the owner runs the server. */
export type CallerRole = 'reader' | 'driver' | 'owner'

/** Who is at the page. */
export type You = {
  /** Null for whoever has the link of the one who started the server. */
  readonly name: string | null
  readonly role: CallerRole
  /** Whether only sessions of some projects are shown. */
  readonly isLimited: boolean
}

/**
 * What a question reaches: one log, two, that of a chat, the folder of a new one, or a list of many, of which whoever
 * answers leaves out what is not for the one who asks. `nothing` says the same to all.
 */
export type RouteReach = 'nothing' | 'log' | 'logs' | 'chat' | 'place' | 'list'

/** Who may ask something, of which sessions, and whether it is written down that they did. */
export type RouteAccess = {
  readonly role: CallerRole | 'anybody'
  readonly reach: RouteReach
  readonly audit: AuditAction | null
}

/** Whether somebody may ask a path at all. */
export function mayAsk(path: RoutePath, role: CallerRole): boolean {
  const needed = ROUTE_ACCESS[path].role
  return needed === 'anybody' || RANKS[role] >= RANKS[needed]
}

const RANKS: Readonly<Record<CallerRole, number>> = { reader: 0, driver: 1, owner: 2 }

/** The one table of who may ask what: a route that is not in it does not compile. */
export const ROUTE_ACCESS: Readonly<Record<RoutePath, RouteAccess>> = {
  login: { role: 'anybody', reach: 'nothing', audit: null },
  about: reads('nothing'),
  sessions: reads('list'),
  'sessions/rename': drives('log', 'rename'),
  'sessions/mark': drives('log'),
  'sessions/delete': drives('log', 'deletion'),
  'sessions/restore': drives('list', 'restore'),
  'sessions/trash': reads('list'),
  settings: reads('nothing'),
  'settings/change': { role: 'owner', reach: 'nothing', audit: 'settings' },
  'archive/sweep': { role: 'owner', reach: 'nothing', audit: null },
  changes: reads('list'),
  page: reads('log'),
  entry: reads('log'),
  line: reads('log'),
  follow: reads('log'),
  outline: reads('log'),
  turns: reads('log'),
  'branch-place': reads('log'),
  find: reads('log'),
  search: reads('list'),
  'search/sessions': reads('list'),
  'search/session': reads('log'),
  'search-status': reads('nothing'),
  doctor: reads('list'),
  'doctor/session': reads('log'),
  'doctor/mend': drives('log', 'repair'),
  files: reads('log'),
  'files/diff': reads('log'),
  'files/patch': reads('log'),
  model: reads('log'),
  'model/request': reads('log'),
  'model/trace': reads('log'),
  home: reads('list'),
  'home/outcome': reads('log'),
  numbers: reads('list'),
  'numbers/references': reads('list'),
  'numbers/context': reads('log'),
  'numbers/cache-breaks': reads('log'),
  'numbers/sessions': reads('list'),
  'share/preview': drives('log'),
  'share/file': drives('log', 'export'),
  told: reads('log'),
  compare: reads('logs'),
  'chat/choices': drives('list'),
  'chat/agents': reads('nothing'),
  'chat/offer': reads('log'),
  'chat/running': reads('list'),
  'chat/state': reads('chat'),
  'chat/open': drives('place', 'start'),
  'chat/events': reads('chat'),
  'chat/prompt': drives('chat'),
  'chat/control': drives('chat', 'answer'),
  'chat/presence': reads('chat'),
  'chat/release': drives('chat'),
  'chat/close': drives('chat'),
  'chat/rewind': drives('chat', 'rewind'),
  'chat/context': drives('chat'),
}

function reads(reach: RouteReach): RouteAccess {
  return { role: 'reader', reach, audit: null }
}

function drives(reach: RouteReach, audit: AuditAction | null = null): RouteAccess {
  return { role: 'driver', reach, audit }
}

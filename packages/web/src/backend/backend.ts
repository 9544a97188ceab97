import type { AboutBackend } from './about-backend.ts'
import type { ChatBackend } from './chat-backend.ts'
import type { DoctorBackend } from './doctor-backend.ts'
import type { LogBackend } from './log-backend.ts'
import type { ModelBackend } from './model-backend.ts'
import type { NumbersBackend } from './numbers-backend.ts'

/** What the page asks for; the local server answers over HTTP. Its types and its routes are the server's, too. */
export type Backend = AboutBackend & LogBackend & NumbersBackend & DoctorBackend & ModelBackend & ChatBackend

export type * from './about-backend.ts'
export type * from './chat-backend.ts'
export type * from './doctor-backend.ts'
export type * from './log-backend.ts'
export type * from './model-backend.ts'
export type * from './numbers-backend.ts'
export type * from './outline.ts'
export { isMisread, readOptionalPosition, wordsOf } from './read-question.ts'
export {
  listAddresses,
  ROUTES,
  type RouteAnswer,
  type RoutePath,
  type RoutePathOf,
  type RouteQuestion,
} from './routes.ts'
export type * from './tool-trace.ts'

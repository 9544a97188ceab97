import type { About } from '@antiphon/web/backend'
import type { Hono } from 'hono'
import { API_HEADERS } from '../guard/security-headers.ts'

/** `GET /about`, an `About`. */
export function addAboutRoute(api: Hono, about: About): void {
  api.get('/about', context => context.json(about, 200, API_HEADERS))
}

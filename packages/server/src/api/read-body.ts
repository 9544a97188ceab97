import { isObject } from '@antiphon/contract'
import type { Context } from 'hono'

/** The object that a request brings; null for what is none. Only as JSON: a form of another site cannot send that without being asked first. */
export async function readBody({ req }: Context): Promise<Readonly<Record<string, unknown>> | null> {
  if (req.header('content-type')?.split(';')[0]?.trim() !== 'application/json') return null
  const body: unknown = await req.json().catch(() => null)
  return isObject(body) && !Array.isArray(body) ? body : null
}

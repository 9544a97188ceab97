import type { Context } from 'hono'

/** Somebody who asks the server for something. */
export type Asker = {
  /** As the team knows them: what they have written bears it. */
  readonly person: string
}

/** Who asks; null for whoever started the server, since nobody else is known by a name. The one place that knows it. */
export function whoAsks(_context: Context): Asker | null {
  return null
}

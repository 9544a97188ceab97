import { resolve } from 'node:path'
import { type Control, readText } from './control.ts'
import { checkMayRead } from './read-file.ts'

/** Lets the agent change a file that its host has seen it read, if the file is still the same. */
export const seedReadState: Control = async (session, request) => {
  const { agent } = session
  const path = resolve(agent.cwd, readText(request, 'path'))
  const { mtime } = request
  if (typeof mtime !== 'number') throw new Error('seed_read_state needs mtime, milliseconds since 1970')
  checkMayRead(session, path)
  const reason = await agent.engine.noteRead({ path, modifiedAt: mtime })
  return reason === null ? { seeded: true } : { seeded: false, reason }
}

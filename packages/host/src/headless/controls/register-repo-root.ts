import { realpath, stat } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import type { HeadlessSession } from '../headless-session.ts'
import { type Control, readText } from './control.ts'

/** Another folder to work in; it must lie below one that the session was started with. */
export const registerRepoRoot: Control = async (session, request) => {
  const { agent } = session
  const directory = await findFolder(resolve(agent.cwd, readText(request, 'directory')))
  await checkPlace(session, directory)
  agent.engine.updatePermissions([
    { type: 'addDirectories', directories: [directory], destination: 'session' },
  ])
  if (request.reload_skills === true) await agent.skills.refresh()
  const ignored = {
    ...(request.reload_claude_md === true && {
      reload_claude_md: 'instructions of a folder are told when the agent first works in it',
    }),
    ...(request.reload_plugins === true && { reload_plugins: 'there are no plugins here' }),
  }
  return { directory, ignored }
}

async function findFolder(path: string): Promise<string> {
  const found = await stat(path).catch(() => null)
  if (!found?.isDirectory()) throw new Error(`${path} is no folder`)
  return realpath(path)
}

async function checkPlace({ agent }: HeadlessSession, directory: string): Promise<void> {
  const { cwd, additionalDirectories } = agent
  const known = await Promise.all([cwd, ...agent.engine.permissions().additionalDirectories].map(toReal))
  if (known.includes(directory)) throw new Error(`${directory} is registered already`)
  const roots = await Promise.all([cwd, ...additionalDirectories].map(toReal))
  if (!roots.some(root => isBelow(directory, root)))
    throw new Error(`${directory} lies neither below ${cwd} nor below a folder of --add-dir`)
}

function toReal(path: string): Promise<string> {
  return realpath(path).catch(() => path)
}

function isBelow(path: string, root: string): boolean {
  const way = relative(root, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && resolve(root, way) === path
}

import { join, resolve } from 'node:path'

/** Where caches belong: `$XDG_CACHE_HOME/antiphon`, else `~/.cache/antiphon`; null where neither is known. */
export function findCacheFolder(
  env: Readonly<Record<string, string | undefined>>,
  homedir: string | undefined,
): string | null {
  if (env.XDG_CACHE_HOME) return join(resolve(env.XDG_CACHE_HOME), 'antiphon')
  return homedir ? join(resolve(homedir), '.cache', 'antiphon') : null
}

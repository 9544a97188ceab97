import { join, resolve } from 'node:path'

/** Where Antiphon keeps what is the person's own: `ANTIPHON_CONFIG_DIR`, else `~/.antiphon`; null where neither is known. */
export function findConfigFolder(
  env: Readonly<Record<string, string | undefined>>,
  homedir: string | undefined,
): string | null {
  if (env.ANTIPHON_CONFIG_DIR) return resolve(env.ANTIPHON_CONFIG_DIR)
  return homedir ? join(resolve(homedir), '.antiphon') : null
}

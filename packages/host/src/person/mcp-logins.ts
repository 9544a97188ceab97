import { join } from 'node:path'
import { isObject, type JsonObject } from '@antiphon/contract'
import { createMemoryLogins, type McpLoginStore, type StoredLogin } from '@antiphon/engine'
import { waitForLease } from '@antiphon/transcript'
import { findConfigFolder } from './config-folder.ts'
import { changeJsonFile, readJsonFile } from './json-file.ts'
import { findKeychain, type Keychain } from './keychain.ts'

type McpLoginsOptions = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string | undefined
  readonly platform?: NodeJS.Platform
}

/**
 * A person's logins at MCP servers: in the system's keychain where there is one, else in a file that only they can read.
 * Without a home nothing is kept.
 */
export function openMcpLogins({ env, home, platform = process.platform }: McpLoginsOptions): McpLoginStore {
  const folder = findConfigFolder(env, home)
  if (folder === null) return createMemoryLogins()
  const file = toLoginsPath(folder)
  let keychain: Promise<Keychain | null> | null = null
  const findOwn = (): Promise<Keychain | null> => {
    keychain ??= findKeychain({ env, platform })
    return keychain
  }

  async function readAll(): Promise<JsonObject> {
    const read = await readJsonFile(file)
    if ('problem' in read) throw new Error(`${file} ${read.problem}`)
    return read.value
  }

  async function readOne(key: string, entry: unknown): Promise<StoredLogin | null> {
    if (!isObject(entry) || typeof entry.url !== 'string') return null
    // It is what was written here.
    if (entry.keychain !== true) return entry as StoredLogin
    const secret = await (await findOwn())?.read(key)
    return secret ? (JSON.parse(secret) as StoredLogin) : null
  }

  async function write(key: string, login: StoredLogin): Promise<JsonObject> {
    const { url } = login
    const isKept = await keepIn(await findOwn(), key, JSON.stringify(login))
    // What is kept of a login is JSON.
    return isKept ? { url, keychain: true } : (JSON.parse(JSON.stringify(login)) as JsonObject)
  }

  return {
    read: async key => readOne(key, (await readAll())[key]),
    async change(key, change) {
      const lease = await waitForLease(`${file}.change`)
      if (!lease) throw new Error(`${file} is being changed by another program`)
      try {
        const before = (await readAll())[key]
        const next = change(await readOne(key, before))
        const isKept = isObject(before) && before.keychain === true
        const entry = next && (await write(key, next))
        if (isKept && entry?.keychain !== true) await (await findOwn())?.remove(key)
        const changed = await changeJsonFile(file, ({ [key]: _, ...others }) =>
          entry ? { ...others, [key]: entry } : others,
        )
        if ('problem' in changed) throw new Error(`${file} ${changed.problem}`)
      } finally {
        await lease.release()
      }
    },
    list: async () => Object.keys(await readAll()),
  }
}

/** Keychains cut what is too long for them, and say nothing: what cannot be had back was not kept. */
async function keepIn(keychain: Keychain | null, key: string, secret: string): Promise<boolean> {
  if (!keychain || !(await keychain.write(key, secret))) return false
  if ((await keychain.read(key)) === secret) return true
  await keychain.remove(key)
  return false
}

/** The file of logins in Antiphon's folder. */
export function toLoginsPath(folder: string): string {
  return join(folder, 'mcp-logins.json')
}

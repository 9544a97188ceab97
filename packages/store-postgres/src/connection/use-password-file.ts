import type { Client } from 'pg'
import pgpass from 'pgpass'

/**
 * Lets a client look into `~/.pgpass` (or `PGPASSFILE`) for the password that neither the address nor `PGPASSWORD` tells,
 * when the server asks for one. By itself the client would do that with a warning, and in its next version not at all.
 */
export function usePasswordFile(client: Client): void {
  const { host, port, database = '', user = '' } = client
  if (client.password) return
  const find = (): Promise<string | undefined> =>
    new Promise(resolve => pgpass({ host, port, database, user }, resolve))
  Object.assign(client, { password: find })
}

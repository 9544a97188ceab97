import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStoreCare } from '@antiphon/store-postgres'
import {
  findUser,
  POSTGRES_NOTE,
  RUNS_POSTGRES,
  startPostgres,
  type TestServer,
} from '@antiphon/store-postgres/testing/start-postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collect, startAntiphon } from './spawn-antiphon.ts'
import type { Ran } from './test-io.ts'

const PASSWORD = 'a-word: that passes'

describe.runIf(RUNS_POSTGRES)(`a store that wants a password and TLS${POSTGRES_NOTE}`, () => {
  let folder: string
  let server: TestServer
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'antiphon-tls-'))
    chmodSync(folder, 0o755)
    makeCertificate('server')
    makeCertificate('other')
    writeFileSync(
      join(folder, 'hba.conf'),
      'host all antiphon 127.0.0.1/32 trust\nhostssl all agent 127.0.0.1/32 scram-sha-256\n',
    )
    server = await startPostgres({
      ssl: 'on',
      ssl_cert_file: join(folder, 'server.crt'),
      ssl_key_file: join(folder, 'server.key'),
      hba_file: join(folder, 'hba.conf'),
    })
    const care = openStoreCare({ url: server.url, env: {} })
    await care.migrate()
    await care.close()
    await server.ask(`CREATE ROLE agent LOGIN PASSWORD '${PASSWORD}'`)
    await server.ask('GRANT USAGE ON SCHEMA antiphon TO agent')
    await server.ask('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA antiphon TO agent')
    // `{port}` of a password file matches as it stands.
    writeFileSync(join(folder, '.pgpass'), `localhost:*:postgres:agent:${PASSWORD.replace(':', '\\:')}\n`, {
      mode: 0o600,
    })
  })
  afterAll(async () => {
    await server?.close()
    if (folder) rmSync(folder, { recursive: true, force: true })
  })

  function makeCertificate(name: string): void {
    const [key, certificate] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)]
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2']
    const made = ['-keyout', key, '-out', certificate]
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...made], {
      stdio: 'ignore',
    })
    chmodSync(key, 0o600)
    const user = findUser()
    if (user) chownSync(key, user.uid, user.gid)
  }

  async function status(
    url: string,
    env: Readonly<Record<string, string>> = { PGPASSWORD: PASSWORD },
  ): Promise<Ran> {
    const child = startAntiphon(['store', 'status', '--store', url], { HOME: join(folder, 'home'), ...env })
    child.stdin.end()
    const ran = await collect(child)
    // Wherever it came from, and whatever went wrong.
    expect(ran.stdout + ran.stderr).not.toContain(PASSWORD)
    expect(ran.stdout + ran.stderr).not.toContain(encodeURIComponent(PASSWORD))
    return ran
  }
  const addressOf = (wishes: string, host = 'localhost', login = 'agent'): string =>
    `postgres://${login}@${host}:${server.port}/postgres${wishes}`

  it('is let in by all ways in which libpq is told', async () => {
    const checked = `?sslmode=verify-full&sslrootcert=${encodeURIComponent(join(folder, 'server.crt'))}`
    const login = `agent:${encodeURIComponent(PASSWORD)}`
    const variables = { PGSSLMODE: 'verify-full', PGSSLROOTCERT: join(folder, 'server.crt') }
    const rans = await Promise.all([
      status(addressOf(checked)),
      status(addressOf(checked, 'localhost', login), {}),
      status(addressOf(checked), { PGPASSFILE: join(folder, '.pgpass') }),
      status(addressOf(checked), { HOME: folder }),
      status(addressOf(''), { PGPASSWORD: PASSWORD, ...variables }),
      status(addressOf('?sslmode=require', '127.0.0.1')),
    ])
    for (const { code, stdout, stderr } of rans)
      expect({ code, stdout, stderr }).toMatchObject({ code: 0, stderr: '' })
  })

  it('is refused in words without TLS, by another certificate or name, and with a wrong word', async () => {
    const certificate = (name: string): string =>
      `?sslmode=verify-full&sslrootcert=${encodeURIComponent(join(folder, `${name}.crt`))}`
    const [plain, foreign, renamed, wrong, missing] = await Promise.all([
      status(addressOf('')),
      status(addressOf(certificate('other'))),
      status(addressOf(certificate('server'), '127.0.0.1')),
      status(addressOf(certificate('server')), { PGPASSWORD: 'wrong' }),
      status(addressOf(certificate('missing'))),
    ])
    expect(plain.stderr).toMatch(/takes no connection without TLS .*sslmode=verify-full/)
    expect(foreign.stderr).toMatch(/certificate/)
    expect(renamed.stderr).toMatch(/certificate|IP/)
    expect(wrong.stderr).toMatch(/refuses the login .*~\/\.pgpass/)
    expect(missing.stderr).toMatch(/missing\.crt/)
    for (const { code, stderr } of [plain, foreign, renamed, wrong, missing]) {
      expect(code).toBeGreaterThan(0)
      expect(stderr).not.toMatch(/ at .*:\d+:\d+|SECURITY WARNING/)
    }
  })
})

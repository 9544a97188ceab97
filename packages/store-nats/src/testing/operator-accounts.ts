import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { nkeys } from '@nats-io/transport-node'

/** What an account may have; -1 is no limit. */
export type AccountLimits = {
  readonly streams?: number
  readonly consumers?: number
  readonly bytes?: number
}

/** An operator with one account, as a company's would be: who logs in shows a token that the account signed. */
export type OperatorAccounts = {
  /** Lines of a server's configuration. */
  readonly config: string
  /** Writes a credentials file as `nsc` does. */
  readonly writeCredentials: (path: string, user?: UserWish) => void
}

export type UserWish = {
  /** Has ended a minute ago. */
  readonly isExpired?: boolean
}

type KeyPair = ReturnType<typeof nkeys.createUser>

/** Makes the keys and tokens; nothing is kept. */
export function createOperator(limits: AccountLimits = {}): OperatorAccounts {
  const [operator, system, account] = [nkeys.createOperator(), nkeys.createAccount(), nkeys.createAccount()]
  const systemToken = sign(operator, system, { name: 'SYS', type: 'account', claims: { limits: CLIENTS } })
  const accountToken = sign(operator, account, {
    ...{ name: 'agents', type: 'account' },
    claims: { limits: { ...CLIENTS, ...toJetStreamLimits(limits) } },
  })
  const operatorToken = sign(operator, operator, {
    ...{ name: 'tests', type: 'operator' },
    claims: { system_account: system.getPublicKey() },
  })
  return {
    config: [
      `operator: ${operatorToken}`,
      `system_account: ${system.getPublicKey()}`,
      'resolver: MEMORY',
      `resolver_preload { ${system.getPublicKey()}: ${systemToken}, ${account.getPublicKey()}: ${accountToken} }`,
    ].join('\n'),
    writeCredentials(path, { isExpired = false } = {}) {
      const user = nkeys.createUser()
      const token = sign(account, user, {
        ...{ name: 'agent', type: 'user' },
        claims: { subs: -1, data: -1, payload: -1 },
        ...(isExpired && { until: seconds() - 60 }),
      })
      writeFileSync(path, formatCredentials(token, Buffer.from(user.getSeed()).toString()), { mode: 0o600 })
    },
  }
}

const CLIENTS = {
  ...{ subs: -1, conn: -1, leaf: -1, imports: -1, exports: -1, data: -1, payload: -1, wildcards: true },
}

function toJetStreamLimits({ streams = -1, consumers = -1, bytes = -1 }: AccountLimits): object {
  return { mem_storage: -1, disk_storage: bytes, streams, consumer: consumers }
}

type Token = {
  readonly name: string
  readonly type: 'operator' | 'account' | 'user'
  readonly claims: object
  readonly until?: number
}

/** A token as nats-server reads it: signed by whoever is above. */
function sign(issuer: KeyPair, subject: KeyPair, { name, type, claims, until }: Token): string {
  const said = {
    ...{ iat: seconds(), iss: issuer.getPublicKey(), sub: subject.getPublicKey(), name },
    ...(until !== undefined && { exp: until }),
    nats: { ...claims, type, version: 2 },
  }
  const jti = createHash('sha256').update(JSON.stringify(said)).digest('hex')
  const text = [
    { typ: 'JWT', alg: 'ed25519-nkey' },
    { jti, ...said },
  ]
    .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${text}.${Buffer.from(issuer.sign(Buffer.from(text))).toString('base64url')}`
}

function formatCredentials(token: string, seed: string): string {
  return [
    '-----BEGIN NATS USER JWT-----',
    token,
    '------END NATS USER JWT------',
    '',
    '-----BEGIN USER NKEY SEED-----',
    seed,
    '------END USER NKEY SEED------',
    '',
  ].join('\n')
}

function seconds(): number {
  return Math.floor(Date.now() / 1000)
}

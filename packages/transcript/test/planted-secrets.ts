import fc from 'fast-check'

/** A secret as a test plants it: the text around it, and the part that must not come out again. */
export type PlantedSecret = { readonly kind: string; readonly text: string; readonly secret: string }

// Put together here, so that no scanner takes this file for a leak.
const BODY = 'q7Zk2mXw9RtB4vLs8NcD1fHy6PjG3aUe5KoTiQxMbWnVzCr0'
const body = (length: number): string => BODY.repeat(Math.ceil(length / BODY.length)).slice(0, length)
const upper = (length: number): string => body(length).toUpperCase()
const whole = (kind: string, secret: string): PlantedSecret => ({ kind, text: secret, secret })
const named = (kind: string, name: string, secret: string, after = ''): PlantedSecret => ({
  kind,
  text: name + secret + after,
  secret,
})

const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => upper(10 + index).padEnd(64, body(64))).join('\n')
const pem = (label: string): string => `-----BEGIN ${label}-----\n${lines(4)}\nQ9==\n-----END ${label}-----`

/** One or more of every kind. */
export const PLANTED_SECRETS: readonly PlantedSecret[] = [
  whole('private-key', pem('RSA PRIVATE KEY')),
  whole('private-key', pem('OPENSSH PRIVATE KEY')),
  whole('private-key', pem('PRIVATE KEY').replaceAll('\n', '\\n')),
  whole(
    'private-key',
    pem('EC PRIVATE KEY')
      .split('\n')
      .map((line, index) => `${String(index + 1).padStart(6)}→${line}`)
      .join('\n')
      .slice(7),
  ),
  whole('private-key', pem('PRIVATE KEY').split('\n').join('\n-')),
  whole('private-key', `-----BEGIN PRIVATE KEY-----\n${lines(3)}`),
  whole('age-key', `AGE-SECRET-${'KEY-1'}${upper(58)}`),
  whole('anthropic-key', `sk-${'ant'}-api03-${body(93)}AA`),
  whole('anthropic-key', `sk-${'ant'}-oat01-${body(40)}`),
  whole('openai-key', `sk-${'proj'}-${body(74)}T3BlbkFJ${body(74)}`),
  whole('openai-key', `sk-${body(48)}`),
  whole('openai-key', `sk-${'or-v1'}-${body(64)}`),
  whole('aws-access-key', `AKIA${upper(16)}`),
  whole('aws-access-key', `ASIA${upper(16)}`),
  named('aws-secret-key', `AKIA${upper(16)},`, body(40)),
  named('secret', 'aws_secret_access_key = ', body(40)),
  whole('github-token', `gh${'p_'}${body(36)}`),
  whole('github-token', `gh${'s_'}${body(36)}`),
  whole('github-token', `github_${'pat_'}${body(22)}_${body(59)}`),
  whole('gitlab-token', `gl${'pat-'}${body(20)}`),
  whole('slack-token', `xox${'b-'}12345678901-${body(24)}`),
  named('slack-token', `https://hooks.slack.com/services/`, `T0${upper(8)}/B0${upper(8)}/${body(24)}`),
  whole('google-key', `AI${'za'}${body(35)}`),
  whole('google-key', `ya29${'.'}${body(60)}`),
  whole('google-key', `GOC${'SPX-'}${body(28)}`),
  whole('stripe-key', `sk_${'live_'}${body(24)}`),
  whole('stripe-key', `rk_${'test_'}${body(24)}`),
  whole('npm-token', `np${'m_'}${body(36)}`),
  whole('pypi-token', `pypi-${'AgEI'}${body(60)}`),
  whole('huggingface-token', `h${'f_'}${body(34)}`),
  named('azure-key', 'DefaultEndpointsProtocol=https;AccountName=a;AccountKey=', `${body(86)}==`, ';'),
  named('azure-key', 'https://a.blob.core.windows.net/c?sv=2022&sig=', `${body(40)}%3D`),
  whole('sendgrid-key', `SG${'.'}${body(22)}.${body(43)}`),
  whole('telegram-token', `123456789${':AA'}${body(33)}`),
  whole('groq-key', `gs${'k_'}${body(52)}`),
  whole('docker-token', `dckr_${'pat_'}${body(27)}`),
  whole('jwt', `ey${'J'}${body(30)}.ey${'J'}${body(50)}.${body(43)}`),
  named('authorization', 'Authorization: Bearer ', body(40)),
  named('authorization', "-H 'Authorization: Basic ", `${body(24)}==`, "'"),
  named('url-password', 'postgres://app:', 'p@ss-w0rd!', '@db.internal:5432/app'),
  named('url-password', 'redis://:', 'hunter22', '@cache'),
  named('password', 'PASSWORD=', 'hunter2'),
  named('password', 'DB_PASS=', 'lighthouse'),
  named('password', '"password": "', 'lighthouse', '"'),
  named('password', 'mysql --password=', 'h4rbour!', ' app'),
  named('password', 'password: ', 'h4rbour-l1ght', '\n'),
  named('secret', 'SESSION_SECRET=', 'keepthisoneforyourself'.replace('your', 'my')),
  named('secret', '"api_key": "', body(24), '"'),
  named('secret', String.raw`{\"api_key\":\"`, body(24), String.raw`\"}`),
  named('secret', String.raw`{\\\"clientSecret\\\": \\\"`, body(24), String.raw`\\\"}`),
  named('secret', "export const apiKey = '", body(24), "'"),
  named('secret', '//registry.npmjs.org/:_authToken=', body(36)),
  named('secret', 'x-api-key: ', body(32)),
  named('secret', 'tool --token ', body(32)),
  named('secret', '?access_token=', body(32), '&page=2'),
  named('secret', 'MY_KEY=', body(32)),
]

/** Any of them. */
export const plantedSecret: fc.Arbitrary<PlantedSecret> = fc.constantFrom(...PLANTED_SECRETS)

/** Whether a path looks like one that holds keys, tokens or passwords, in any of its folders. */
export function isCredentialName(path: string): boolean {
  return path
    .toLowerCase()
    .split(/[\\/]/)
    .some(name => FOLDERS.has(name) || FILES.test(name))
}

/** Whether a command exists to show, make or change credentials. */
export function isCredentialCommand(words: readonly string[]): boolean {
  const [name = '', ...rest] = words
  if (PROGRAMS.has(name)) return true
  const subcommands = rest.filter(word => !word.startsWith('-')).slice(0, 2)
  return SUBCOMMANDS.test([name, ...subcommands].join(' '))
}

const FOLDERS: ReadonlySet<string> = new Set(
  '.ssh .gnupg .aws .azure .kube .docker .gcloud gcloud .password-store keychains .secrets'.split(' '),
)

const FILES =
  /^\.env(?:$|[.\-_](?!example$|sample$|template$|dist$))|^\.?(?:netrc|pgpass|git-credentials|htpasswd|npmrc|pypirc|vault-token|my\.cnf)$|^id_(?:rsa|dsa|ecdsa|ed25519)|\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg)$|^(?:credentials?|secrets?|passwords?|passwd|shadow|api[-_]?keys?|tokens?)(?:$|\.(?:json|ya?ml|toml|ini|txt|env|xml|conf|cfg))/

const PROGRAMS: ReadonlySet<string> = new Set(
  'printenv env security pass op bw vault secret-tool keyring ssh-keygen ssh-add ssh-agent gpg gpg2 openssl keytool passwd su sudo doas'.split(
    ' ',
  ),
)

const SUBCOMMANDS =
  /^(?:gh auth|glab auth|aws configure|aws sts|aws secretsmanager|aws ssm|gcloud auth|gcloud secrets|az login|az account|az keyvault|npm token|npm login|npm adduser|npm publish|yarn npm|docker login|podman login|kubectl config|kubectl get secrets?|heroku auth|heroku config|vercel env|fly secrets|git credential\S*|cargo login|cargo publish|pip config|twine upload|export -p|declare -x|compgen -e)\b/

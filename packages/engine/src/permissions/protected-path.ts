import type { ResolvedPath } from '../files/resolve-path.ts'
import { wordSet } from '../text/word-set.ts'

/** Whether writing there could change what runs later or who may enter: no rule and no mode but bypassing skips the question. */
export function isProtectedPath({ lexical, real }: ResolvedPath): boolean {
  return isProtected(lexical) || (real !== lexical && isProtected(real))
}

function isProtected(path: string): boolean {
  const segments = path.split(/[\\/]/).map(normalizeSegment)
  return segments.some((segment, index) => {
    const next = segments[index + 1]
    if (segment === '.claude') return next !== 'worktrees'
    if (segment === '.config') return next === 'git' || next === 'fish' || next === 'autostart'
    return PROTECTED_FOLDERS.has(segment) || (next === undefined && PROTECTED_FILES.has(segment))
  })
}

/** As the most forgiving file system reads a name: no case, no invisible characters, no dots or streams at the end. */
function normalizeSegment(segment: string): string {
  const visible = /^[ -~]*$/.test(segment)
    ? segment
    : segment.normalize('NFKC').replaceAll(/[\p{Cf}\p{Mn}\p{Cc}]/gu, '')
  const plain = visible
    .toLowerCase()
    .replace(/:.*$/s, '')
    .replace(/[. ]+$/, '')
  return /^git~\d+$/.test(plain) ? '.git' : plain
}

const PROTECTED_FOLDERS = wordSet(
  '.git .vscode .idea .husky .cargo .devcontainer .yarn .mvn .ssh .gnupg .aws .azure .kube .docker .antiphon',
)

const PROTECTED_FILES = wordSet(
  '.gitconfig .gitmodules .gitattributes',
  '.bashrc .bash_profile .bash_login .bash_aliases .bash_logout .profile .envrc .inputrc .netrc .pgpass',
  '.zshrc .zprofile .zshenv .zlogin .zlogout .kshrc .cshrc .tcshrc .login',
  '.npmrc .yarnrc .yarnrc.yml .pnp.cjs .pnp.loader.mjs .pnpmfile.cjs bunfig.toml .bunfig.toml',
  '.bazelrc .bazelversion .bazeliskrc .pre-commit-config.yaml',
  'lefthook.yml lefthook.yaml .lefthook.yml .lefthook.yaml',
  'gradle-wrapper.properties maven-wrapper.properties .devcontainer.json .ripgreprc pyrightconfig.json',
  '.mcp.json .claude.json authorized_keys id_rsa id_ed25519 .vimrc .tmux.conf',
)

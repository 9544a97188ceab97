import { wordSet } from '../../text/word-set.ts'

/**
 * What is known of a program that stands beside a rule which forbids another.
 * `quiet`: whatever its words, it starts nothing. `checked`: it starts only what some of its words say, and those are known.
 * `project`: it runs the project's own code, as is its nature. `interpreter`: it runs a file of the project, or code.
 */
export type ProgramKind = 'quiet' | 'checked' | 'project' | 'interpreter'

/** What is known of a program by its name without its folder; null where nothing is. */
export function getProgramKind(name: string): ProgramKind | null {
  return KINDS.get(name) ?? (INTERPRETER.test(name) ? 'interpreter' : null)
}

const INTERPRETER =
  /^(?:python|pypy|perl|ruby|node|nodejs|deno|bun|php|lua|luajit|Rscript|tclsh|guile|julia)[\d.]*$/

const QUIET = [
  // Of the shell itself. What is opaque by its nature stands elsewhere.
  ': . [ [[ bg break cd chdir continue declare dirs disown echo exit export false fg getopts help history jobs kill let',
  'local logout popd printf pushd pwd read readonly return set shift shopt source test times true type typeset ulimit',
  'umask unalias unset wait command builtin env time nohup nice timeout stdbuf exec suspend caller',
  // Of every system.
  'arch b2sum base32 base64 basename basenc cat chcon chgrp chmod chown cksum comm cp csplit cut date dd df dir',
  'dircolors dirname du expand expr factor fmt fold groups head hostid hostname id join link ln logname ls md5sum mkdir',
  'mkfifo mknod mktemp mv nl nproc numfmt od paste pathchk pinky pr printenv ptx readlink realpath rm rmdir',
  'sha1sum sha224sum sha256sum sha384sum sha512sum shred shuf sleep stat stty sum sync tac tail tee touch tr',
  'truncate tsort tty uname unexpand uniq unlink uptime users vdir wc who whoami yes seq',
  'cmp diff diff3 egrep fgrep grep look col colrm column colcrt rev hexdump xxd od strings file which whereis tree',
  'ps pgrep pidof free vmstat iostat lscpu lsblk lsof fuser w last uuidgen cal ncal getconf getent locale tput clear reset',
  'bc gzip gunzip bzip2 bunzip2 xz unxz lzma unlzma zstd unzstd lz4 zcat bzcat xzcat zstdcat unzip zipinfo',
  'jq yq xmllint csvcut iconv dos2unix unix2dos envsubst ping ping6 dig host nslookup ifconfig netstat ss traceroute',
  'md5 shasum pbcopy pbpaste sw_vers sips say tldr cloc tokei scc wrk ab exa eza lsd dust hexyl',
  'gettext msgfmt readelf pkg-config shellcheck shfmt hadolint actionlint',
  'curl whois finger pstree dmesg dpkg-query',
]

const CHECKED = [
  'git sed gsed awk gawk mawk nawk find tar rsync sort split zip rg wget install xargs',
  'sqlite3 psql mysql mariadb npx pnpx bunx uvx pipx direnv fd fdfind cmake ninja make gmake npm pnpm yarn bun',
  'docker podman docker-compose kubectl ip nix rustup opam conda mamba uv poetry pipenv hatch bundle man less more',
]

const PROJECT = [
  'nm objdump size strip ar ranlib cargo rustc rustfmt go gofmt gcc g++ cc c++ clang clang++ ld javac java kotlinc scalac sbt',
  'mvn mvnw',
  'gradle gradlew ant dotnet msbuild swift swiftc xcodebuild meson bazel buck just task rake rails rspec ruby-lint gem',
  'composer phpunit phpstan artisan pytest tox nox mypy ruff black isort flake8 pylint pyright bandit pip pip3 coverage',
  'tsc tsx ts-node eslint prettier biome jest vitest mocha ava playwright cypress webpack vite rollup esbuild swc babel',
  'next nuxt astro svelte-kit ng vue-cli-service turbo nx lerna rush changeset husky lint-staged stylelint tailwindcss',
  'terraform tofu pulumi helm kustomize skaffold gh glab aws gcloud az heroku vercel netlify',
  'flyctl wrangler supabase firebase prisma drizzle-kit brew apt apt-get dpkg yum dnf apk pacman snap systemctl service',
  'mix rebar3 cabal stack dune zig nim crystal dart flutter pod fastlane protoc buf sqlc hugo',
  'jekyll mkdocs sphinx-build pandoc ffmpeg ffprobe http redis-cli',
]

const KINDS: ReadonlyMap<string, ProgramKind> = new Map(
  (
    [
      ['project', PROJECT],
      ['checked', CHECKED],
      ['quiet', QUIET],
    ] as const
  ).flatMap(([kind, lines]) => lines.flatMap(line => line.split(' ').map(name => [name, kind] as const))),
)

/** Programs and built-ins that read no file that their words name, whatever the words are. */
export const READS_NOTHING: ReadonlySet<string> = wordSet(
  'echo printf true false : sleep seq whoami id uname pwd tr basename dirname which exit return break continue wait',
  'jobs kill umask ulimit unset shift export declare typeset local readonly cd pushd popd shopt set read mkdir rmdir tty nproc',
  'tee touch rm unlink truncate shred chmod chown chgrp',
  'arch hostname uptime free ps pgrep pkill sync clear reset times logname groups users yes expr let disown',
)

/** Programs and built-ins that write no file with any of their options. */
export const WRITES_NOTHING: ReadonlySet<string> = wordSet(
  'echo printf true false : sleep seq whoami id uname pwd tr basename dirname which exit return break continue wait type',
  'jobs kill umask ulimit unset shift export declare typeset local readonly cd pushd popd shopt set read test [ [[ tty nproc',
  'arch hostname uptime free ps pgrep pkill sync clear times logname groups users yes expr let disown cat head tail wc ls',
  'grep egrep fgrep zgrep cut nl tac rev fold paste comm cmp diff diff3 column fmt pr expand unexpand ptx ul tsort join',
  'look od hd hexdump strings stat file du df realpath readlink md5sum sha1sum sha224sum sha256sum sha384sum sha512sum',
  'cksum sum b2sum base64 base32 jq zcat bzcat xzcat zstdcat nm size ldd getconf locale lsof pstree numfmt factor cal',
)

/** Tools that run or build what the project holds: nobody can tell by their words what that reads or writes. */
export const PROJECT_TOOLS: ReadonlySet<string> = wordSet(
  'npm npx pnpm pnpx yarn bun bunx deno corepack node-gyp tsc tsx ts-node vite vitest jest mocha ava tap c8 nyc eslint',
  'prettier biome rollup webpack esbuild turbo nx lerna playwright cypress storybook next astro make gmake ninja cmake',
  'ctest meson bazel bazelisk buck2 cargo rustc rustfmt clippy-driver go gofmt golangci-lint mvn mvnw gradle gradlew ant',
  'sbt scala javac java kotlinc pytest tox nox pip pip3 poetry uv uvx pipx pipenv hatch pdm conda mamba ruff mypy black',
  'flake8 pylint isort pyright coverage bundle bundler rake rspec rubocop gem rails composer phpunit phpstan dotnet swift',
  'xcodebuild mix elixir rebar3 stack cabal ghc dune opam zig gcc g++ cc c++ clang clang++ ld',
  'helm terraform tofu pre-commit lefthook just task gh glab hyperfine shellcheck shfmt clang-format clang-tidy',
)

/** Programs that take what they do from a text, often from standard input. */
export const READS_COMMANDS: ReadonlySet<string> = wordSet(
  'ed ex vi vim nvim view emacs nano sqlite3 psql mysql mariadb tclsh wish expect gdb lldb bc dc m4 gnuplot octave R',
  'Rscript ghci erl iex irb pry osascript awk gawk mawk nawk',
)

/** Settings of the shell that change which files a pattern means. */
export const STEERS_PATTERNS: RegExp = /GLOBIGNORE|BASHOPTS|SHELLOPTS/

/** What a command may write to without changing anything. */
export const HARMLESS_DEVICES: ReadonlySet<string> = wordSet('/dev/null /dev/stdout /dev/stderr /dev/stdin')

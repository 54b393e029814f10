import { filesIn, readText } from './files.ts'

/** Where the version of the package is written again. */
const VERSIONED = {
  'compose.yaml': (version: string) => `:-stretto:${version}}`,
  'deploy/kubernetes/kustomization.yaml': (version: string) => `newTag: ${version} `,
  'deploy/kubernetes/deployment.yaml': (version: string) => `image: stretto:${version}\n`,
}

/** What is wrong with the workflows, and which files name another version than the package. */
export function checkRelease(): string[] {
  const { version } = JSON.parse(readText('package.json'))
  const others = Object.entries(VERSIONED).filter(([file, text]) => !readText(file).includes(text(version)))
  const moving = filesIn('.github/workflows').flatMap((file) =>
    [...readText(file).matchAll(/uses: (\S+)/g)]
      .filter(([, action]) => !/@v\d+\.\d+\.\d+$/.test(action!))
      .map(([, action]) => `${file}: ${action} has no full version`),
  )
  return [...others.map(([file]) => `${file}: it does not name the version ${version}`), ...moving]
}

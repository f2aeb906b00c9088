import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The messages of one module in all its languages. */
export interface CatalogFiles {
  /** `portal/campaigns`, `domain/billing`, `ui`. */
  id: string;
  /** The folder `messages`, relative to the repository. */
  folder: string;
  /** Texts by language and key. */
  texts: Record<string, Record<string, string>>;
}

/** Reads the catalogs below `src` of the given workspaces, sorted by folder. */
export function readCatalogs(repository: string, workspaces: readonly string[]): CatalogFiles[] {
  return workspaces.flatMap((workspace) =>
    foldersBelow(path.join(repository, workspace, 'src')).map((folder) => {
      const own = path.relative(path.join(repository, workspace, 'src'), path.dirname(folder));
      const parts = own.split(path.sep).filter((part) => part !== 'modules' && part !== '');
      const languages = readdirSync(folder).filter((file) => file.endsWith('.json'));
      return {
        id: [path.basename(workspace), ...parts].join('/'),
        folder: path.relative(repository, folder),
        texts: Object.fromEntries(
          languages.map((file) => [
            file.slice(0, -'.json'.length),
            JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Record<string, string>,
          ]),
        ),
      };
    }),
  );
}

function foldersBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap(({ name }) => {
      const inside = path.join(folder, name);
      return name === 'messages' ? [inside] : foldersBelow(inside);
    });
}

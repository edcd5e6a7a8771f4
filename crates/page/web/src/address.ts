// What stands behind the # of the page's address: the token, which page of a rig is shown, and a cube that somebody shares.

const now = new URLSearchParams(location.hash.slice(1));

/** The token of this page. */
export const token = now.get("token");
/** Whether the lesson of a rig is wanted, not the rig. */
export const wantsLesson = now.has("lesson");
/** The cube of a shared link: moves that make it of a solved one, or 54 colour letters. */
export const sharedCube = { moves: now.get("moves") ?? "", cube: now.get("cube") ?? "" };
/** The method of a shared lesson, and how many of its moves are done. */
export const sharedPlace = { method: now.get("method"), at: Number(now.get("at") ?? 0) };

/** The other page of a rig. */
export function otherPage(): string {
  return `#${behind(token, !wantsLesson, {})}`;
}

/** A link to this page with a cube. It carries no token. */
export function linkTo(cube: Record<string, string>): string {
  return `${location.origin}${location.pathname}#${behind(null, wantsLesson, cube)}`;
}

function behind(token: string | null, isLesson: boolean, cube: Record<string, string>): string {
  const first = isLesson ? "lesson" : "rig";
  const more = new URLSearchParams({ ...(token ? { token } : {}), ...cube }).toString();
  return more ? `${first}&${more}` : first;
}

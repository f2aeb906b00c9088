import { isTerm, type QueryNode, type TermNode } from './query-tree.ts';

/**
 * Returns the canonical text of a query: one space between parts, brackets wherever operators meet, NOT without AND before
 * it. Reading it gives the same tree, and printing that the same text.
 * @param trailing comments after the last term
 */
export function printQuery(tree: QueryNode, trailing: readonly string[] = []): string {
  return [inner(tree), ...trailing.map(comment)].join(' ');
}

const comment = (text: string) => `<<<${text}>>>`;

/** A node with its comments; brackets around it unless it is a term. */
function operand(node: QueryNode): string {
  const text = isTerm(node) || node.kind === 'within' ? bare(node) : `(${bare(node)})`;
  return commented(node, text);
}

/** The outermost node, which needs no brackets. */
const inner = (node: QueryNode): string => commented(node, bare(node));

const commented = (node: QueryNode, text: string): string =>
  [...(node.comments ?? []).map(comment), text].join(' ');

function bare(node: QueryNode): string {
  switch (node.kind) {
    case 'or':
      return node.children.map(operand).join(' OR ');
    case 'and':
      return node.children
        .map((child, place) =>
          place === 0
            ? notOrOperand(child)
            : child.kind === 'not'
              ? ` ${notOrOperand(child)}`
              : ` AND ${operand(child)}`,
        )
        .join('');
    case 'not':
      return `NOT ${operand(node.child)}`;
    case 'near':
      return `${operand(node.left)} NEAR/${node.distance}${node.ordered ? 'f' : ''} ${operand(node.right)}`;
    case 'within':
      return `(${node.children.map(operand).join(' AND ')})~${node.distance}`;
    default:
      return term(node);
  }
}

const notOrOperand = (node: QueryNode): string =>
  node.kind === 'not' ? commented(node, bare(node)) : operand(node);

function term(node: TermNode): string {
  switch (node.kind) {
    case 'word': {
      const text = node.caseSensitive ? `{${node.value}}` : node.value;
      return node.part === 'title' ? `title:${text}` : text;
    }
    case 'phrase': {
      const within = node.within === null ? '' : `~${node.within}`;
      return `${node.part === 'title' ? 'title:' : ''}"${node.value}"${within}`;
    }
    case 'field':
      return `${node.field}:${/^[^\s()"“”„{}[\]~<]+$/.test(node.value) ? node.value : `"${node.value}"`}`;
    case 'unavailable':
      return `${node.field}:${node.text}`;
    case 'range':
      return `${node.field}:[${node.min} TO ${node.max}]`;
  }
}

//! Cheapest assignment of stickers to colours when each colour may be used only so often.

/// Gives each item one of six classes so that class `k` takes at most `capacity[k]` items and the
/// sum of `cost[item][class]` is least.
///
/// Successive cheapest paths (Ford and Fulkerson's flow with costs): each new item enters along
/// the cheapest chain of exchanges, which keeps the assignment optimal after every step. With six
/// classes a step costs a few hundred operations.
///
/// Items beyond the sum of the capacities stay without class; callers give no more.
pub(crate) fn assign(cost: &[[f32; 6]], capacity: [usize; 6]) -> Vec<usize> {
    let mut class_of: Vec<usize> = Vec::with_capacity(cost.len());
    let mut used = [0usize; 6];
    for new in 0..cost.len() {
        // exchange[k][l]: cheapest way to move one item from class k to class l.
        let mut exchange = [[(f32::INFINITY, usize::MAX); 6]; 6];
        for (item, &from) in class_of.iter().enumerate() {
            for to in 0..6 {
                let price = cost[item][to] - cost[item][from];
                if price < exchange[from][to].0 {
                    exchange[from][to] = (price, item);
                }
            }
        }
        let mut distance = cost[new];
        let mut before = [usize::MAX; 6];
        for _ in 0..6 {
            for from in 0..6 {
                for to in 0..6 {
                    let price = distance[from] + exchange[from][to].0;
                    if from != to && price < distance[to] - 1e-6 {
                        distance[to] = price;
                        before[to] = from;
                    }
                }
            }
        }
        let free =
            (0..6).filter(|&class| used[class] < capacity[class]).min_by(|&a, &b| distance[a].total_cmp(&distance[b]));
        let Some(end) = free else { break };
        used[end] += 1;
        // Walk the chain backwards; a simple path has at most six classes.
        let mut class = end;
        for _ in 0..6 {
            let from = before[class];
            if from == usize::MAX {
                break;
            }
            class_of[exchange[from][class].1] = class;
            class = from;
        }
        class_of.push(class);
    }
    class_of
}

#[cfg(test)]
mod tests {
    use super::assign;

    fn total(cost: &[[f32; 6]], classes: &[usize]) -> f32 {
        classes.iter().zip(cost).map(|(&class, row)| row[class]).sum()
    }

    /// Tries every assignment of six items to six classes of one place each.
    fn cheapest_permutation(cost: &[[f32; 6]]) -> f32 {
        fn go(cost: &[[f32; 6]], item: usize, used: u8) -> f32 {
            if item == cost.len() {
                return 0.0;
            }
            (0..6)
                .filter(|class| used & (1 << class) == 0)
                .map(|class| cost[item][class] + go(cost, item + 1, used | 1 << class))
                .fold(f32::INFINITY, f32::min)
        }
        go(cost, 0, 0)
    }

    testkit::proptest::proptest! {
        #[test]
        fn no_permutation_is_cheaper(cost in testkit::proptest::collection::vec(
            testkit::proptest::array::uniform6(0.0f32..10.0), 6)) {
            let classes = assign(&cost, [1; 6]);
            let mut seen = [0; 6];
            classes.iter().for_each(|&class| seen[class] += 1);
            testkit::proptest::prop_assert_eq!(seen, [1; 6]);
            testkit::proptest::prop_assert!((total(&cost, &classes) - cheapest_permutation(&cost)).abs() < 1e-3);
        }

        #[test]
        fn no_exchange_of_two_items_is_cheaper(cost in testkit::proptest::collection::vec(
            testkit::proptest::array::uniform6(0.0f32..10.0), 54)) {
            let classes = assign(&cost, [9; 6]);
            for a in 0..54 {
                for b in 0..a {
                    let now = cost[a][classes[a]] + cost[b][classes[b]];
                    let exchanged = cost[a][classes[b]] + cost[b][classes[a]];
                    testkit::proptest::prop_assert!(now <= exchanged + 1e-3);
                }
            }
            for class in 0..6 {
                testkit::proptest::prop_assert_eq!(classes.iter().filter(|&&c| c == class).count(), 9);
            }
        }
    }
}
